import { dlopen } from "bun:ffi"
import { readFileSync, readlinkSync } from "node:fs"

/** madvise(2) of Linux: the pages are let go; what is read again is mapped from the file again. */
const DONT_NEED = 4
const EVERY_MS = 60_000

/** Addresses of memory [bytes]. */
interface Range {
  start: number
  length: number
}

/** The first line of a range of memory, up to its path, and what the process wrote to it [kB]. */
const HEAD = /^([\da-f]+)-([\da-f]+) (r-[x-]p) /
const WRITTEN = /^Anonymous: +(\d+) kB$/m
/** Between two ranges: the first line of the next begins with an address, all others with a capital. */
const BETWEEN = /\n(?=[\da-f])/

/**
 * Where a program's code and constants lie in memory, to which the process wrote nothing: what it wrote would be lost.
 * What follows the code in its file is data of the process.
 * @param smaps /proc/PID/smaps
 * @param program path of the program's file
 */
export const rangesOfProgram = (smaps: string, program: string): Range[] => {
  const own = smaps.split(BETWEEN).filter(range => range.split("\n", 1)[0]!.endsWith(` ${program}`))
  const endOfCode = own.findLastIndex(range => HEAD.exec(range)?.[3] === "r-xp")
  return own.slice(0, endOfCode + 1).flatMap(range => {
    const [, from, to] = HEAD.exec(range) ?? []
    if (from === undefined || to === undefined || WRITTEN.exec(range)?.[1] !== "0") return []
    const start = Number.parseInt(from, 16)
    return [{ start, length: Number.parseInt(to, 16) - start }]
  })
}

/**
 * Lets go of the pages of Bun's own file now and each minute: half of them only its start needs. What is used again
 * comes back from the system's cache of files. Does nothing where the system is not Linux or has no madvise.
 */
export const letGoOfProgramPages = (): void => {
  const letGo = findLetGo()
  if (!letGo) return
  letGo()
  setInterval(letGo, EVERY_MS).unref()
}

const findLetGo = (): (() => void) | undefined => {
  if (process.platform !== "linux") return undefined
  try {
    const program = readlinkSync("/proc/self/exe")
    const ranges = rangesOfProgram(readFileSync("/proc/self/smaps", "utf8"), program)
    const { madvise } = dlopen("libc.so.6", { madvise: { args: ["usize", "usize", "i32"], returns: "i32" } }).symbols
    return () => {
      for (const { start, length } of ranges) madvise(start, length, DONT_NEED)
    }
  } catch {
    return undefined
  }
}
