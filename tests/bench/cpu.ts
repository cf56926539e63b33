/** Processor time of calls in this process. */
export { median } from "../../wasm/bench/measure.ts"

interface Spent<Answer> {
  ms: number
  answer: Answer
}

const msOf = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1000

/** Processor time of a call on all threads of the process, with its compilers and its collector [ms]. */
export const cpuMs = <Answer>(call: () => Answer): Spent<Answer> => {
  const before = process.cpuUsage()
  const answer = call()
  return { ms: msOf(process.cpuUsage(before)), answer }
}

/** Processor time of this thread since its start [ms]. */
export const threadMsSoFar = (): number => msOf(process.threadCpuUsage())

/** Processor time of a call on this thread alone [ms]. */
export const threadMs = <Answer>(call: () => Answer): Spent<Answer> => {
  const before = process.threadCpuUsage()
  const answer = call()
  return { ms: msOf(process.threadCpuUsage(before)), answer }
}
