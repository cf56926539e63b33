import { currentMeter } from "../../infra/meter.ts"
import { TURN_MS } from "./admission.ts"

/** Yields to other requests of the process if this request has used its time. Rejects with 429 if it gets no turn. */
export type Pause = () => Promise<void> | undefined

/** Creates the pauses of one request, to be called before and between pieces of its work. */
export const createPauses = (): Pause => {
  const inTurns = currentMeter()?.pause
  if (inTurns) return inTurns
  let beganAtMs = performance.now()
  return () => {
    if (performance.now() - beganAtMs < TURN_MS) return undefined
    return new Promise(resolve =>
      setImmediate(() => {
        beganAtMs = performance.now()
        resolve()
      }),
    )
  }
}
