/** Reads a load profile while no file descriptor is left, and again afterwards; prints both outcomes as JSON. */
import { closeSync, openSync } from "node:fs"
import { createAdmission } from "../../api/http/admission.ts"
import { HttpError } from "../../api/http/errors.ts"
import { createTasks } from "../../api/tasks/index.ts"
import { refusalText } from "../../domain/texts/refusals.ts"
import { createLog } from "../../infra/log.ts"

const MAX_FILES = 100_000
const HOURS = new TextEncoder().encode(new Array(8760).fill("1").join("\n"))

const tasks = createTasks(createLog("test", "silent"), createAdmission(1))
const outcome = (): Promise<unknown> =>
  tasks.readLoadProfile(HOURS).then(
    hours => hours.length,
    error =>
      error instanceof HttpError ? [error.status, refusalText(error.refusal, "en"), error.headers] : String(error),
  )
const taken: number[] = []
try {
  while (taken.length < MAX_FILES) taken.push(openSync("/dev/null", "r"))
} catch {
  // No file descriptor is left.
}
const without = await outcome()
for (const file of taken) closeSync(file)
console.log(JSON.stringify({ without, after: await outcome() }))
tasks.close()
