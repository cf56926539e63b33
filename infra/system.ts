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
