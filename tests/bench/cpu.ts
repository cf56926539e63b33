/** Processor time of calls in this process. */

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

/** Processor time of a call on this thread alone [ms]. */
export const threadMs = <Answer>(call: () => Answer): Spent<Answer> => {
  const before = process.threadCpuUsage()
  const answer = call()
  return { ms: msOf(process.threadCpuUsage(before)), answer }
}

export const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN
