import { useEffect, useState } from "react"
import { tryConnection, useConnection } from "../lib/connection.ts"
import { useSettings } from "../lib/settings.tsx"

const TICK_MS = 5_000

/** Time since an event, updated every few seconds. */
const Age = ({ sinceMs }: { sinceMs: number }) => {
  const { text, format } = useSettings()
  const [nowMs, setNowMs] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return text.common.away(format.ago(nowMs - sinceMs))
}

/** Banner for an unavailable service, with the age of the data, or for a newer build of the page. */
export const ConnectionBanner = () => {
  const { text } = useSettings()
  const { isAway, isOutdated, answeredAtMs } = useConnection()
  return (
    <div role="status" className="no-print">
      {isAway ? (
        <div className="banner bad">
          <span>
            <Age sinceMs={answeredAtMs} />
          </span>
          <button type="button" onClick={tryConnection}>
            {text.common.tryNow}
          </button>
        </div>
      ) : null}
      {isOutdated && !isAway ? (
        <div className="banner">
          <span>{text.common.outdated}</span>
          <button type="button" onClick={() => location.reload()}>
            {text.common.reload}
          </button>
        </div>
      ) : null}
    </div>
  )
}
