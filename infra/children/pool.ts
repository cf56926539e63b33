import type { Log } from "../log.ts"
import { type Child, startChild, TaskBroken } from "./child.ts"

/**
 * Runs tasks in child processes, each with a limit of time and memory, so that they never block the process and can be
 * ended. Threads do not suffice, because the runtime cannot end a thread inside a regular expression or a loop.
 */
export interface ChildPool<Task, Answer> {
  /**
   * Runs a task; the caller bounds the number of tasks at once. Resolves with the answer and the child's processor
   * time. Rejects with TaskTookTooLong, TaskTookTooMuchMemory or TaskBroken.
   */
  run(task: Task, timeLimitMs: number): Promise<{ answer: Answer; childMs: number }>
  /** Kills all children; no task runs afterwards. */
  close(): void
}

interface PoolOptions {
  /** The file that a child runs; it calls serveTasks. */
  entry: URL
  memoryLimitBytes: number
  /** Maximum idle time of a child. */
  warmMs: number
  log: Log
}

/** Memory after a task above which a child is ended, because most of this memory would never be released. */
const KEPT_RESIDENT_BYTES = 192 * 1024 * 1024

/** A pool without children: the first task starts one. There are never more than tasks at once. */
export const createChildPool = <Task, Answer>(options: PoolOptions): ChildPool<Task, Answer> => {
  const { entry, memoryLimitBytes, warmMs, log } = options
  const all = new Set<Child<Task, Answer>>()
  const idle = new Map<Child<Task, Answer>, Timer>()
  let isClosed = false

  const drop = (child: Child<Task, Answer>): void => {
    clearTimeout(idle.get(child))
    idle.delete(child)
    all.delete(child)
    child.kill()
  }
  const keep = (child: Child<Task, Answer>): void => {
    child.onIdleEnd(() => drop(child))
    idle.set(child, setTimeout(() => drop(child), warmMs).unref())
  }
  const take = async (): Promise<Child<Task, Answer>> => {
    const [warm] = idle.keys()
    if (warm) {
      clearTimeout(idle.get(warm))
      idle.delete(warm)
      return warm
    }
    const child = await startChild<Task, Answer>(entry, memoryLimitBytes)
    if (isClosed) child.kill()
    else all.add(child)
    return child
  }
  const run: ChildPool<Task, Answer>["run"] = async (task, timeLimitMs) => {
    if (isClosed) throw new TaskBroken("the pool is closed")
    const child = await take()
    try {
      const { answer, residentBytes, childMs } = await child.work(task, timeLimitMs)
      if (isClosed || residentBytes > KEPT_RESIDENT_BYTES) drop(child)
      else keep(child)
      return { answer, childMs }
    } catch (error) {
      drop(child)
      if (!isClosed) log.warn({ err: error }, "a child process was ended, and with it its task")
      throw error
    }
  }
  return {
    run,
    close: () => {
      isClosed = true
      for (const child of [...all]) drop(child)
    },
  }
}
