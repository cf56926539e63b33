import { useEffect, useState } from "react"
import { useSettings } from "../lib/settings.tsx"

/** Time after which a report is probably being completed: a stored report opens sooner. */
const COMPLETING_AFTER_MS = 1_000

/** Sign of a report that opens. Its first reader may wait for hours, alternatives and drivers. */
export const Opening = () => {
  const { text } = useSettings()
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), COMPLETING_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="loading" role="status">
      <p>{isLong ? text.report.completing : text.report.loading}</p>
      {isLong ? <progress aria-label={text.report.completing} /> : null}
    </div>
  )
}
