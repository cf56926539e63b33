import os from "node:os"

/** Error codes of a system that lacks a resource or whose disk fails; the caller is not the cause. */
const CODES = ["EMFILE", "ENFILE", "ENOSPC", "EDQUOT", "EIO", "ENOMEM", "EAGAIN", "ENOBUFS", "EROFS"]

/** True if an error, or its cause, means that the system lacks a resource that may return. */
export const isLackOfSystem = (error: unknown): boolean => {
  for (let cause = error, depth = 0; cause instanceof Error && depth < MAX_DEPTH; cause = cause.cause, depth++)
    if (CODES.includes((cause as NodeJS.ErrnoException).code ?? "")) return true
  return false
}

/** Maximum depth of followed causes. */
const MAX_DEPTH = 8

/** Lower priority of solving and of child processes: a step of 5 leaves a third of the processor time to them. */
const PRIORITY_STEP = 5
const LOWEST_PRIORITY = 19

/**
 * Lowers the priority of this thread, so that answers of the same machine come first. Linux has priorities of threads;
 * other systems keep theirs, because a priority would be of the process.
 */
export const yieldToAnswers = (): void => {
  if (process.platform !== "linux") return
  os.setPriority(0, Math.min(LOWEST_PRIORITY, os.getPriority(0) + PRIORITY_STEP))
}
