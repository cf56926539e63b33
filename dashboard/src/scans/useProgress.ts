import { useEffect, useState } from "react"
import type { ProgressMessage, ScanObject } from "../../../api/v1/scans/schemas.ts"
import { useSession } from "../app/session.tsx"

/**
 * How a scan goes on, as the service tells it by server-sent events; `onEnd` when it has ended. One that failed, or is not followed,
 * stays as it is.
 */
export const useProgress = (
  { id, status, hasError }: Pick<ScanObject, "id" | "status" | "hasError">,
  isFollowed: boolean,
  onEnd: () => void,
): ProgressMessage => {
  const { url } = useSession()
  const [message, setMessage] = useState<ProgressMessage>({ id, status, progression: 0 })
  useEffect(() => {
    if (hasError || !isFollowed) return
    const events = new EventSource(url(`/v1/scans/${id}/events`))
    events.onmessage = ({ data }) => {
      const heard = JSON.parse(data) as ProgressMessage
      setMessage(heard)
      if (heard.status !== "completed" && heard.status !== "error") return
      events.close()
      onEnd()
    }
    return () => events.close()
  }, [id, hasError, isFollowed, url, onEnd])
  return message
}
