/** Work of one request on the answering thread before the others have their turn. */
const WORK_MS = 5

/** Lets the other requests of the process in when this one has worked long enough. */
export type Pause = () => Promise<void> | undefined

/** The pauses of one request: called between any two pieces of its work. */
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
