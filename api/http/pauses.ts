/** Time that one request may use the answering thread before other requests run. */
const WORK_MS = 5

/** Yields to other requests of the process if this request has used its time. */
export type Pause = () => Promise<void> | undefined

/** Creates the pauses of one request, to be called between pieces of its work. */
export const createPauses = (): Pause => {
  let beganAtMs = performance.now()
  return () => {
    if (performance.now() - beganAtMs < WORK_MS) return undefined
    return new Promise(resolve =>
      setImmediate(() => {
        beganAtMs = performance.now()
        resolve()
      }),
    )
  }
}
