/**
 * `npx bun tests/adversary/shares.ts [NAME...]`: one organization repeats costly calls for 20 s. Prints how long
 * another organization and /healthz wait, and the memory of the process. Each crowd has a service of its own.
 * `--soak=MINUTES` sends all crowds at once (soak.ts). TEST_ENGINE=cluster measures an API on PostgreSQL and NATS. It
 * needs `npm run build`.
 */
import { createClient, type ServiceOfOrganization } from "../support/service.ts"
import { CROWDS, type Crowd } from "./crowds.ts"
import { soak } from "./soak.ts"
import { answersOf, figures, memoryMb, runCrowd, startWith, watch } from "./watched.ts"

const CROWD_MS = 20_000
const REST_MS = 3_000

const measure = async (crowd: Crowd): Promise<void> => {
  const [hostile, ordinary] = (await startWith(2)) as [ServiceOfOrganization, ServiceOfOrganization]
  await crowd.prepare?.(hostile)
  await createClient(ordinary).get("/v1/usage")
  await Bun.sleep(REST_MS)
  const restMb = memoryMb(hostile.processId)
  let isOver = false
  const { waits, ended } = watch([ordinary], () => isOver)
  const { answers } = runCrowd(crowd, { hostile, isOver: () => isOver })
  await Bun.sleep(CROWD_MS)
  isOver = true
  await ended
  await hostile.end("SIGKILL")
  console.log(`| ${crowd.name} | ${figures(waits)} | ${restMb} | ${answersOf(answers)} |`)
}

const HEAD_ROW = "| crowd | another waits: median ms | 99 % | /healthz at most | MB at most | MB at rest | answers |"
const options = Bun.argv.slice(2)
const minutes = options.map(option => /^--soak=(\d+)$/.exec(option)?.[1]).find(Boolean)
const chosen = CROWDS.filter(({ name }) => options.length === 0 || options.some(part => name.includes(part)))
if (minutes) await soak(Number(minutes))
else if (chosen.length === 1) await measure(chosen[0]!)
else {
  console.log(`${HEAD_ROW}\n|---|---|---|---|---|---|---|`)
  for (const { name } of chosen) {
    const child = Bun.spawn([process.execPath, import.meta.path, name], { stdout: "inherit", stderr: "inherit" })
    await child.exited
  }
}
process.exit(0)
