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
const run = pool.lane({ maxRunning: 1, maxWaiting: 1, timeLimitMs: 600_000 })
console.log(`child ${await run("processId")}`)
await run("loop")
