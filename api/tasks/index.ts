import { InvalidInput } from "../../domain/base/errors.ts"
import { violation } from "../../domain/base/validation/violation.ts"
import { needsWholeYear } from "../../domain/case/prepare.ts"
import type { FilledRequest } from "../../domain/request/request.ts"
import type { MeterYear } from "../../domain/site/meters/meterYear.ts"
import { TaskTookTooLong, TaskTookTooMuchMemory } from "../../infra/children/child.ts"
import { createChildPool } from "../../infra/children/pool.ts"
import type { Log } from "../../infra/log.ts"
import { isLackOfSystem } from "../../infra/system.ts"
import type { Admission, LaneName } from "../http/admission.ts"
import { Unavailable } from "../http/errors.ts"
import type { Answer, LiveCaseTask, MeterFileTask, Task } from "./protocol.ts"

/** The largest meter file takes 10 s of a core. */
const FILE_LIMIT_MS = 60_000
const FILE_MS_PER_BYTE = 10_000 / (32 * 1024 * 1024)
/** A check takes up to 0.05 s, with forty roofs. */
const CHECK_LIMIT_MS = 30_000
const CHECK_MS = 50
const CASE_MS = 200
/** The largest meter file takes 0.6 GiB; two children and the service fit in 2 GiB. */
const MEMORY_LIMIT_BYTES = 768 * 1024 * 1024
/** A child starts in 0.05 s and holds 40 MB. */
const WARM_MS = 60_000

/** Work of the HTTP service in processes that can be ended, so that other requests do not wait. */
export interface Tasks {
  /** Reads a meter export; times are put on `site`. Throws InvalidInput, TooManyRequests or Unavailable. */
  readMeter(file: Omit<MeterFileTask, "kind">): Promise<MeterYear>
  /** Reads the hours of a custom load profile [kW]. Throws InvalidInput, TooManyRequests or Unavailable. */
  readLoadProfile(csv: Uint8Array): Promise<Float64Array>
  /**
   * Throws InvalidInput for violations of a scan that only a calculation over a whole year shows, TooManyRequests when
   * too many wait, Unavailable.
   */
  assertFeasible(input: FilledRequest): Promise<void>
  /** The packed live case of a scan. Throws InvalidInput, TooManyRequests when too many wait, Unavailable. */
  liveCase(task: Omit<LiveCaseTask, "kind">): Promise<Uint8Array<ArrayBuffer>>
  close(): void
}

/** The tasks of one process of the API, in turns of the callers' accounts. No child runs before the first task. */
export const createTasks = (log: Log, admission: Pick<Admission, "turn">): Tasks => {
  const pool = createChildPool<Task, Answer>({
    entry: new URL("./child.ts", import.meta.url),
    memoryLimitBytes: MEMORY_LIMIT_BYTES,
    warmMs: WARM_MS,
    log,
  })
  const run = (lane: LaneName, task: Task, timeLimitMs: number, childMs: number): Promise<Answer> =>
    admission.turn(lane, { estimate: { childMs } }, async () => {
      const { answer, childMs: usedMs } = await pool.run(task, timeLimitMs)
      return { result: answer, cost: { childMs: usedMs } }
    })
  const readFile = (task: Task, bytes: number): Promise<Answer> =>
    run("files", task, FILE_LIMIT_MS, bytes * FILE_MS_PER_BYTE).then(accepted, fileRefused)
  return {
    readMeter: async file => {
      const answer = await readFile({ kind: "meterFile", ...file }, file.bytes.length)
      if (answer.kind !== "meterFile") throw unexpected(answer)
      return answer.meter
    },
    readLoadProfile: async csv => {
      const answer = await readFile({ kind: "loadProfile", csv }, csv.length)
      if (answer.kind !== "loadProfile") throw unexpected(answer)
      return answer.hoursKw
    },
    assertFeasible: async input => {
      if (!needsWholeYear(input)) return
      await run("checks", { kind: "feasibility", input }, CHECK_LIMIT_MS, CHECK_MS).then(accepted, checkRefused)
    },
    liveCase: async task => {
      const running = run("cases", { kind: "liveCase", ...task }, CHECK_LIMIT_MS, CASE_MS)
      const answer = await running.then(accepted, checkRefused)
      if (answer.kind !== "liveCase") throw unexpected(answer)
      return answer.packed
    },
    close: pool.close,
  }
}

const accepted = (answer: Answer): Answer => {
  if (answer.kind === "refused") throw new InvalidInput(answer.violations)
  return answer
}

const unexpected = ({ kind }: Answer): Error => new Error(`a child answered another task: ${kind}`)

const fileRefused = (error: unknown): never => {
  if (error instanceof TaskTookTooLong) throw new InvalidInput([violation(["file"], "file-too-slow")])
  if (error instanceof TaskTookTooMuchMemory) throw new InvalidInput([violation(["file"], "file-too-much-memory")])
  throw unavailableOr(error)
}

const checkRefused = (error: unknown): never => {
  throw unavailableOr(error)
}

/** No child starts while the system lacks file descriptors or memory; the call may be repeated. */
const unavailableOr = (error: unknown): unknown =>
  isLackOfSystem(error) ? new Unavailable("short-of-resources", error) : error
