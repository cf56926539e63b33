/**
 * Scans that a thread remembers. It knows years of some ten series (domain/base/sharedHours.ts): of the last scans of
 * about four sites, and their adjustments.
 */
const SCANS_REMEMBERED = 16

/** A thread, by the scans that it solved last. */
export interface Experienced {
  /** Ids, the last one last. */
  solved: string[]
}

/** The scan that a job is of, and the one that it adjusts. */
interface Related {
  scanId: string
  input: { copiedFromId?: string }
}

/**
 * Takes an idle thread for a job: that which solved the scan that it adjusts, or another adjustment of it, since it
 * knows years of the same load, sun and prices; else that which was busy last. Undefined: none is idle.
 */
export const takeIdle = <Thread extends Experienced>(idle: Thread[], { input }: Related): Thread | undefined => {
  const { copiedFromId } = input
  const knows = copiedFromId === undefined ? -1 : idle.findLastIndex(({ solved }) => solved.includes(copiedFromId))
  return knows < 0 ? idle.pop() : idle.splice(knows, 1)[0]
}

/** Says that a thread takes a job. */
export const noteTaken = (thread: Experienced, { scanId, input }: Related): void => {
  const { copiedFromId } = input
  const others = thread.solved.filter(id => id !== scanId && id !== copiedFromId)
  const family = copiedFromId === undefined ? [scanId] : [copiedFromId, scanId]
  thread.solved = [...others, ...family].slice(-SCANS_REMEMBERED)
}
