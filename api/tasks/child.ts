import { InvalidInput } from "../../domain/base/errors.ts"
import { serveTasks } from "../../infra/children/serve.ts"
import type { Answer, Task } from "./protocol.ts"

/**
 * A process that handles input from callers; infra/children starts and ends it. Each task imports its own modules, so
 * that a child that only reads files stays small.
 */
const answerTo = async (task: Task): Promise<Answer> => {
  switch (task.kind) {
    case "meterFile": {
      const { readMeterFile } = await import("../../domain/site/meters/readMeterFile.ts")
      return { kind: task.kind, meter: readMeterFile(task.bytes, task.fileName, task.site) }
    }
    case "loadProfile": {
      const { parseLoadProfile } = await import("../../domain/site/meters/loadProfile.ts")
      return { kind: task.kind, hoursKw: parseLoadProfile(task.csv) }
    }
    case "feasibility": {
      const { assertFeasible } = await import("../../domain/case/prepare.ts")
      assertFeasible(task.input)
      return { kind: task.kind }
    }
    case "liveCase": {
      const { unpackJobInputs } = await import("../../domain/case/jobInputs.ts")
      const { liveCaseOf, packLiveCase } = await import("../../domain/case/live/liveCase.ts")
      const live = liveCaseOf(task.kept, task.material ? unpackJobInputs(task.material) : {})
      return { kind: task.kind, packed: packLiveCase(live) }
    }
  }
}

serveTasks(async (task: Task): Promise<Answer> => {
  try {
    return await answerTo(task)
  } catch (error) {
    if (error instanceof InvalidInput) return { kind: "refused", violations: error.violations }
    throw error
  }
})
