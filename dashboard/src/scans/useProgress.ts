import { useEffect, useState } from "react"
import { followScan, type ProgressMessage, ScanApiError, type ScanObject } from "../../../client/index.ts"
import { useSession } from "../app/session.tsx"

/** Pause after a broken connection. */
const RETRY_MS = 3_000

/**
 * Progress of a scan from the service's events; calls `onEnd` at the end. A scan that failed or is not followed stays
 * unchanged.
 */
export const useProgress = (
  { id, status, hasError }: Pick<ScanObject, "id" | "status" | "hasError">,
  isFollowed: boolean,
  onEnd: () => void,
): ProgressMessage => {
  const { client } = useSession()
  const [message, setMessage] = useState<ProgressMessage>({ id, status, progression: 0 })
  useEffect(() => {
    if (hasError || !isFollowed) return
    const controller = new AbortController()
    const follow = async () => {
      for await (const next of followScan(client, id, controller.signal)) setMessage(next)
      onEnd()
    }
    const retry = (error: unknown) => {
      if (controller.signal.aborted || error instanceof ScanApiError) return
      timer = setTimeout(() => follow().catch(retry), RETRY_MS)
    }
    let timer: ReturnType<typeof setTimeout> | undefined
    follow().catch(retry)
    return () => {
      clearTimeout(timer)
      controller.abort()
    }
  }, [id, hasError, isFollowed, client, onEnd])
  return message
}
