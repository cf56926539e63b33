/** Processor time, to a hundredth of a second, and memory as Linux counts them in /proc. */
import { readdirSync, readFileSync } from "node:fs"

const TICKS_PER_SECOND = 100

interface Stat {
  /** Name of a thread. */
  name: string
  parent: number
  ownSeconds: number
  /** Processor time of ended children. */
  childrenSeconds: number
}

/** A stat file; undefined if its process has ended. The name in brackets may contain any character. */
const readStat = (folder: string): Stat | undefined => {
  let line: string
  try {
    line = readFileSync(`${folder}/stat`, "utf8")
  } catch {
    return undefined
  }
  const end = line.lastIndexOf(")")
  const fields = line.slice(end + 2).split(" ")
  const seconds = (first: number) => (Number(fields[first]) + Number(fields[first + 1])) / TICKS_PER_SECOND
  return {
    name: line.slice(line.indexOf("(") + 1, end),
    parent: Number(fields[1]),
    ownSeconds: seconds(11),
    childrenSeconds: seconds(13),
  }
}

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
const numbered = (folder: string) => readdirSync(folder).filter(name => /^\d+$/.test(name))

/** Processor seconds of a process and its children, living or ended. */
export const processSeconds = (pid: number): number => {
  const own = readStat(`/proc/${pid}`)
  const living = numbered("/proc")
    .flatMap(id => readStat(`/proc/${id}`) ?? [])
    .filter(({ parent }) => parent === pid)
  return (own ? own.ownSeconds + own.childrenSeconds : 0) + sum(living.map(({ ownSeconds }) => ownSeconds))
}

/** Processor time of a process's threads with a given name [s]. */
export const threadSeconds = (pid: number, name: string): number =>
  sum(
    numbered(`/proc/${pid}/task`)
      .flatMap(id => readStat(`/proc/${pid}/task/${id}`) ?? [])
      .filter(thread => thread.name === name)
      .map(({ ownSeconds }) => ownSeconds),
  )

/** Busy seconds of the machine's processors, summed. */
export const machineSeconds = (): number => {
  const [user, nice, system, , , irq, softirq, steal] = readFileSync("/proc/stat", "utf8")
    .split("\n")[0]!
    .split(/\s+/)
    .slice(1)
    .map(Number)
  return (user! + nice! + system! + irq! + softirq! + steal!) / TICKS_PER_SECOND
}

/** Resident memory of a process [MB of 2^20 bytes]. */
export const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024
