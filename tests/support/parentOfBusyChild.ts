import { createChildPool } from "../../infra/children/pool.ts"
import { createLog } from "../../infra/log.ts"
import type { Behaviour } from "./taskChild.ts"

/** A process that tests kill: prints the id of its child, and gives the child an endless task. */
const pool = createChildPool<Behaviour, number>({
  entry: new URL("./taskChild.ts", import.meta.url),
  memoryLimitBytes: 1e9,
  warmMs: 60_000,
  log: createLog("test", "silent"),
})
const LIMIT_MS = 600_000
console.log(`child ${(await pool.run("processId", LIMIT_MS)).answer}`)
await pool.run("loop", LIMIT_MS)
