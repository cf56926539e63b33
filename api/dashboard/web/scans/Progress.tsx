import { useEffect, useState } from "react"
import type { ProgressMessage, ScanObject } from "../../../scans/schemas.ts"
import { useSession } from "../app/session.tsx"
import { useSettings } from "../lib/settings.tsx"
import { useAppText } from "../text/appText.ts"
import { StatusBadge } from "./StatusBadge.tsx"

/** How a scan goes on, as the service tells it. */
const useProgress = (scan: ScanObject, onEnd: () => void): ProgressMessage => {
  const { url } = useSession()
  const { id, status, hasError } = scan
  const [message, setMessage] = useState<ProgressMessage>({ id, status, progression: 0 })
  useEffect(() => {
    if (hasError) return
    const events = new EventSource(url(`/v1/scans/${id}/events`))
    events.onmessage = ({ data }) => {
      const heard = JSON.parse(data) as ProgressMessage
      setMessage(heard)
      if (heard.status !== "completed" && heard.status !== "error") return
      events.close()
      onEnd()
    }
    return () => events.close()
  }, [id, hasError, url, onEnd])
  return message
}

/** A scan that has no report: how far it is, or why it failed. */
export const Progress = ({ scan, onEnd }: { scan: ScanObject; onEnd(): void }) => {
  const { scans } = useAppText()
  const { format } = useSettings()
  const { status, progression } = useProgress(scan, onEnd)
  return (
    <div className="card stack">
      <div className="row">
        <h1>{scans.open(format.dateTime(scan.createdAt))}</h1>
        <StatusBadge status={scan.hasError ? scan.status : status} message={scan.errorMessage} />
      </div>
      {scan.hasError ? (
        <p className="message bad" role="alert">
          {scans.failed}: {scan.errorMessage}
        </p>
      ) : (
        <progress max={100} value={progression} aria-label={scans.progress} />
      )}
    </div>
  )
}
