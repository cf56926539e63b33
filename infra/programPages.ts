import { dlopen } from "bun:ffi"
import { readFileSync, readlinkSync } from "node:fs"

/** madvise(2) of Linux: the pages are released; pages that are read again are mapped from the file again. */
const DONT_NEED = 4
const EVERY_MS = 60_000

/** Addresses of memory [bytes]. */
interface Range {
  start: number
  length: number
}

/** The first line of a memory range, up to its path, and the size of its written pages [kB]. */
const HEAD = /^([\da-f]+)-([\da-f]+) (r-[x-]p) /
const WRITTEN = /^Anonymous: +(\d+) kB$/m
/** Between two ranges: the first line of the next begins with an address, all others with a capital. */
const BETWEEN = /\n(?=[\da-f])/

/**
 * Memory ranges of a program's code and constants without written pages: writes would be lost. The range after the code
 * in its file is data of the process.
 * @param smaps /proc/PID/smaps
 * @param program path of the program's file
 */
export const rangesOfProgram = (smaps: string, program: string): Range[] => {
  const ofProgram = smaps.split(BETWEEN).filter(range => range.split("\n", 1)[0]!.endsWith(` ${program}`))
  const endOfCode = ofProgram.findLastIndex(range => HEAD.exec(range)?.[3] === "r-xp")
  return ofProgram.slice(0, endOfCode + 1).flatMap(range => {
    const [, from, to] = HEAD.exec(range) ?? []
    if (from === undefined || to === undefined || WRITTEN.exec(range)?.[1] !== "0") return []
    const start = Number.parseInt(from, 16)
    return [{ start, length: Number.parseInt(to, 16) - start }]
  })
}

/**
 * Releases the pages of Bun's own file now and each minute: only the start needs half of the pages. Pages in use return
 * from the system's file cache. Does nothing on a system other than Linux or without madvise.
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
