import { afterAll, expect, test } from "bun:test"
import { mkdtempSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { smallestRequest } from "../support/requests.ts"
import {
  createClient,
  embeddedTest,
  freshDataDir,
  type RunningService,
  startFresh,
  startProcess,
} from "../support/service.ts"

const running: RunningService[] = []
const started = (service: RunningService) => {
  running.push(service)
  return service
}
afterAll(() => Promise.all(running.map(service => service.end("SIGKILL"))))

/** Output of a start that must fail. */
const failure = (dataDir: string, env: Record<string, string> = {}): Promise<string> =>
  startProcess(dataDir, env).then(
    async service => {
      await service.end("SIGKILL")
      return "it started"
    },
    error => String(error.message).split("\n").slice(1).join("\n").trim(),
  )

test("a port that is taken", async () => {
  const holder = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() })
  const { port } = holder
  const said = await failure(await freshDataDir(), { PORT: String(port) })
  holder.stop()
  expect(said).toBe(`solar-scan: PORT ${port} on 127.0.0.1 is in use by another process: set PORT to a free one`)
})

embeddedTest("a start that found its port taken leaves the first credentials to the next one", async () => {
  const holder = Bun.serve({ port: 0, hostname: "127.0.0.1", fetch: () => new Response() })
  const folder = mkdtempSync(join(tmpdir(), "solar-scan-first-"))
  expect(await failure(folder, { PORT: String(holder.port) })).toContain("is in use by another process")
  holder.stop()
  const service = started(await startProcess(folder, { BOOTSTRAP_LIVE_KEY: "" }))
  expect(service.output()).toContain("First credentials, shown at each start until one of them is used:")
})

test("a host that is no address of this machine", async () => {
  for (const HOST of ["nowhere.invalid", "192.0.2.1"])
    expect(await failure(await freshDataDir(), { HOST })).toMatch(
      new RegExp(
        `^solar-scan: HOST ${HOST} cannot be listened on \\(E[A-Z]+\\): set HOST to an address of this machine.*$`,
      ),
    )
})

embeddedTest("a second process on the same folder; the first goes on", async () => {
  const first = started(await startFresh())
  const said = await failure(first.dataDir)
  expect(said).toStartWith(`solar-scan: DATA_DIR ${first.dataDir} is in use by another process`)
  expect((await createClient(first.address).get("/v1/scans")).status).toBe(200)
})

embeddedTest("a folder that cannot be made", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "solar-scan-file-")), "file")
  writeFileSync(file, "")
  expect(await failure(join(file, "data"))).toStartWith(
    `solar-scan: DATA_DIR ${join(file, "data")} cannot be written to`,
  )
})

test("a value that a variable does not take", async () => {
  expect(await failure(await freshDataDir(), { WORKER_THREADS: "many" })).toBe(
    "solar-scan: WORKER_THREADS takes a whole number from 1 to 256",
  )
})

test("a stop that is asked for ends with 0, and the scans are there at the next start", async () => {
  const dataDir = await freshDataDir()
  const first = await startProcess(dataDir)
  const { body } = await createClient(first.address).post("/v1/scans", smallestRequest(), { prefer: "wait=30" })
  expect(await first.end("SIGTERM")).toBe(0)
  const second = started(await startProcess(dataDir))
  expect((await createClient(second.address).get(`/v1/scans/${body.id}/status`)).body.status).toBe("completed")
})
