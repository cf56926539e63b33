import { edenGC, gcAndSweep, releaseWeakRefs } from "bun:jsc"

/** A thread that has had no scan for so long collects its whole heap. */
const REST_MS = 500
/** And after so many scans without a rest: what a collection in the middle of a scan took for lasting goes with it. */
const SCANS_BETWEEN = 4

let rest: Timer | undefined
let scans = 0

/**
 * Frees what a scan left in the memory of its thread; called when its answer is sent. The engine by itself collects in
 * the middle of scans, and takes what a scan then holds for lasting. Between two scans nothing of them is held: a
 * collection of new objects alone, 1 ms, frees nearly all of it.
 */
export const collectAfterScan = (): void => {
  clearTimeout(rest)
  scans++
  setImmediate(scans % SCANS_BETWEEN === 0 ? collectAll : collectNew)
  rest = setTimeout(collectAll, REST_MS)
}

const collectNew = (): void => {
  releaseWeakRefs()
  edenGC()
}

/**
 * The engine by itself frees the memory of dead arrays when its thread has nothing else to do, which a busy thread
 * never has.
 */
const collectAll = (): void => {
  releaseWeakRefs()
  gcAndSweep()
}
