/**
 * Number of recent scans that are remembered per thread. A thread caches years of some ten series
 * (domain/base/memo.ts), enough for the recent scans and adjustments of about four sites.
 */
const SCANS_REMEMBERED = 16

/** A thread with the scans that it solved most recently. */
export interface Experienced {
  /** Scan ids, most recent last. */
  solved: string[]
}

/** Ids of a job's scan and, for an adjustment, of its original scan. */
interface Related {
  scanId: string
  input: { copiedFromId?: string }
}

/**
 * Takes an idle thread for a job; undefined if no thread is idle. For an adjustment it prefers the thread that solved
 * the original scan or another adjustment of that scan. Such a thread has cached years of the same load, sun and
 * prices. Otherwise it takes the thread that became idle last.
 */
export const takeIdle = <Thread extends Experienced>(idle: Thread[], { input }: Related): Thread | undefined => {
  const { copiedFromId } = input
  const knows = copiedFromId === undefined ? -1 : idle.findLastIndex(({ solved }) => solved.includes(copiedFromId))
  return knows < 0 ? idle.pop() : idle.splice(knows, 1)[0]
}

/** Records that a thread takes a job. */
export const noteTaken = (thread: Experienced, { scanId, input }: Related): void => {
  const { copiedFromId } = input
  const otherScans = thread.solved.filter(id => id !== scanId && id !== copiedFromId)
  const family = copiedFromId === undefined ? [scanId] : [copiedFromId, scanId]
  thread.solved = [...otherScans, ...family].slice(-SCANS_REMEMBERED)
}
