import { type ChildSetup, type FromChild, MEMORY_SIGNAL } from "./protocol.ts"

/** Error: a task exceeded its time limit, and its child was killed. */
export class TaskTookTooLong extends Error {
  readonly code = "TASK_TOOK_TOO_LONG"
}

/** Error: a task exceeded the memory limit of its child, and the child ended. */
export class TaskTookTooMuchMemory extends Error {
  readonly code = "TASK_TOOK_TOO_MUCH_MEMORY"
}

/** Error: a child failed for another reason. */
export class TaskBroken extends Error {
  readonly code = "TASK_BROKEN"
}

/** A child process that waits for tasks. */
export interface Child<Task, Answer> {
  /** Runs one task; the caller sends the next task afterwards. After a rejection the child is dead. */
  work(task: Task, timeLimitMs: number): Promise<{ answer: Answer; residentBytes: number; childMs: number }>
  /** Calls back once if the child ends without a running task. */
  onIdleEnd(callback: () => void): void
  kill(): void
}

const START_LIMIT_MS = 30_000
/** Variables of the parent's environment that a runtime may need to start. Secrets are left out. */
const PASSED_ON = ["PATH", "HOME", "TMPDIR", "TZ", "LANG", "LD_LIBRARY_PATH"]

/** Starts a child on a file that calls serveTasks. Rejects with TaskBroken. */
export const startChild = async <Task, Answer>(entry: URL, memoryLimitBytes: number): Promise<Child<Task, Answer>> => {
  let onMessage: (message: FromChild<Answer>) => void = () => {}
  let onEnd: (error: Error) => void = () => {}
  const endOf = ({ exitCode, signalCode }: Bun.Subprocess): Error =>
    signalCode === MEMORY_SIGNAL
      ? new TaskTookTooMuchMemory(`the task took more than ${memoryLimitBytes} bytes of memory`)
      : new TaskBroken(`the child ended: ${signalCode ?? `exit code ${exitCode}`}`)
  const setup: ChildSetup = { parentId: process.pid, memoryLimitBytes }
  const child = Bun.spawn([process.execPath, "--no-env-file", Bun.fileURLToPath(entry), JSON.stringify(setup)], {
    env: Object.fromEntries(PASSED_ON.map(name => [name, process.env[name]])),
    stdio: ["ignore", "ignore", "inherit"],
    serialization: "advanced",
    ipc: (message: FromChild<Answer>) => onMessage(message),
    onExit: ended => onEnd(endOf(ended)),
  })
  child.unref()
  /** Next message of the child, which is killed after a failure or a timeout. */
  const nextMessage = (tooLate: () => Error, limitMs: number): Promise<FromChild<Answer>> => {
    const next = Promise.withResolvers<FromChild<Answer>>()
    const timer = setTimeout(() => next.reject(tooLate()), limitMs)
    onMessage = message =>
      message.kind === "broken" ? next.reject(new TaskBroken(message.reason)) : next.resolve(message)
    onEnd = next.reject
    return next.promise
      .catch(error => {
        child.kill("SIGKILL")
        throw error
      })
      .finally(() => {
        clearTimeout(timer)
        onMessage = () => {}
        onEnd = () => {}
      })
  }
  await nextMessage(() => new TaskBroken(`the child sent no message within ${START_LIMIT_MS} ms`), START_LIMIT_MS)
  return {
    work: async (task, timeLimitMs) => {
      child.send(task)
      const message = await nextMessage(
        () => new TaskTookTooLong(`the task was not done in ${timeLimitMs} ms`),
        timeLimitMs,
      )
      if (message.kind !== "answer") throw new TaskBroken("the child said that it is ready in the middle of a task")
      return message
    },
    onIdleEnd: callback => {
      onEnd = callback
    },
    kill: () => child.kill("SIGKILL"),
  }
}
