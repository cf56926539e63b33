/** Protocol between a process and its children: one task at a time for each child. */

/** Settings of a child, as JSON in its arguments. */
export interface ChildSetup {
  parentId: number
  /** Resident memory above which the child ends itself [bytes]. */
  memoryLimitBytes: number
}

export type FromChild<Answer> =
  | { kind: "ready" }
  | { kind: "answer"; answer: Answer; residentBytes: number; childMs: number }
  | { kind: "broken"; reason: string }

/** Signal with which a child ends after exceeding its memory, not used otherwise. */
export const MEMORY_SIGNAL = "SIGVTALRM"
