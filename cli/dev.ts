import { watch } from "node:fs"

/** Runs the whole service, and rebuilds and restarts it when a source changes: `npm run dev`. */

const WATCHED = [
  "api",
  "dashboard/src",
  "dispatcher",
  "domain",
  "infra",
  "store",
  "wasm",
  "worker",
  "start.ts",
  "service.ts",
]
const IGNORED = /(^|\/)(build|dist)(\.\d+)?\//
/** Editors write several files together; one start covers all changes. */
const SETTLE_MS = 150

let service: Bun.Subprocess | undefined
let timer: Timer | undefined
/** Starts run in sequence. */
let turn = Promise.resolve()

const build = (script: string): boolean =>
  Bun.spawnSync([process.execPath, script], { stdio: ["ignore", "inherit", "inherit"] }).exitCode === 0

const restart = async (): Promise<void> => {
  service?.kill("SIGTERM")
  await service?.exited
  service = undefined
  if (!build("build.ts")) return
  service = Bun.spawn([process.execPath, "start.ts", "service.ts"], { stdio: ["inherit", "inherit", "inherit"] })
}

const restartSoon = (file: string): void => {
  if (IGNORED.test(file)) return
  clearTimeout(timer)
  timer = setTimeout(() => {
    turn = turn.then(restart)
  }, SETTLE_MS)
}

for (const path of WATCHED)
  watch(path, { recursive: !path.endsWith(".ts") }, (_, file) => restartSoon(`${path}/${file ?? ""}`))

const stop = async (): Promise<void> => {
  service?.kill("SIGTERM")
  await service?.exited
  process.exit(0)
}
process.on("SIGINT", stop)
process.on("SIGTERM", stop)
await restart()
