/** What the system says when it is short of something, or its disk fails: not the fault of what was asked of it. */
const CODES = ["EMFILE", "ENFILE", "ENOSPC", "EDQUOT", "EIO", "ENOMEM", "EAGAIN", "ENOBUFS", "EROFS"]

/** Whether an error, or what caused it, says that the system lacks something that it may have again later. */
export const isLackOfSystem = (error: unknown): boolean => {
  for (let cause = error, depth = 0; cause instanceof Error && depth < MAX_DEPTH; cause = cause.cause, depth++)
    if (CODES.includes((cause as NodeJS.ErrnoException).code ?? "")) return true
  return false
}

/** Causes of causes that are looked at. */
const MAX_DEPTH = 8
