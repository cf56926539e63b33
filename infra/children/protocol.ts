/** Between a process and its children: one task at a time to each child. */

/** Settings of a child, as JSON in its arguments. */
export interface ChildSetup {
  parentId: number
  /** Resident memory above which it ends itself [bytes]. */
  memoryLimitBytes: number
}

export type FromChild<Answer> =
  | { kind: "ready" }
  | { kind: "answer"; answer: Answer; residentBytes: number }
  | { kind: "broken"; reason: string }

/** How a child ends that took too much memory: a signal that nothing else sends. */
export const MEMORY_SIGNAL = "SIGVTALRM"
