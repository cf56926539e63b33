import { edenGC, gcAndSweep, releaseWeakRefs } from "bun:jsc"

/** Idle time of a thread after which it collects its whole heap. */
const REST_MS = 500
/**
 * Number of scans without such idle time after which the whole heap is collected. It also frees objects that a
 * collection during a scan promoted to the old generation.
 */
const SCANS_BETWEEN = 4

let rest: Timer | undefined
let scans = 0

/**
 * Frees the memory of a finished scan in its thread; called after its answer is sent. The engine alone collects during
 * scans, and promotes live objects of the scan to the old generation. Between two scans the thread holds no scan data.
 * A collection of new objects alone takes 1 ms and frees nearly all of the memory.
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

/** Collects the whole heap. The engine alone frees dead arrays only on an idle thread, which a busy thread never is. */
const collectAll = (): void => {
  releaseWeakRefs()
  gcAndSweep()
}
