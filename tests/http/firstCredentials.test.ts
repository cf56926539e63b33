import { afterAll, expect, test } from "bun:test"
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { startChild } from "../support/child.ts"
import {
  createClient,
  ENGINE,
  emptyDataDir,
  engineEnvironment,
  type RunningService,
  startProcess,
} from "../support/service.ts"

const running: RunningService[] = []
afterAll(() => Promise.all(running.map(service => service.end("SIGKILL"))))

const NOTHING_GIVEN = {
  BOOTSTRAP_EMAIL: "",
  BOOTSTRAP_PASSWORD: "",
  BOOTSTRAP_TEST_KEY: "",
  BOOTSTRAP_LIVE_KEY: "",
}
const start = async (dataDir: string, env: Record<string, string> = {}) => {
  const service = await startProcess(dataDir, { ...NOTHING_GIVEN, ...env })
  running.push(service)
  return service
}

/** Printed values of a service, by name. */
const shown = (output: string) => {
  const read = (name: string) => new RegExp(`^  ${name} +(\\S+)`, "m").exec(output)?.[1]
  return {
    email: read("owner"),
    password: read("password"),
    testKey: read("test key"),
    liveKey: read("production key"),
  }
}
const NOTHING = { email: undefined, password: undefined, testKey: undefined, liveKey: undefined }

test("first credentials are shown before the service listens, and again until one of them is used", async () => {
  const dataDir = await emptyDataDir()
  const first = await start(dataDir)
  const credentials = shown(first.output())
  expect(credentials).toEqual({
    email: "owner@localhost",
    password: expect.stringMatching(/^[\w-]{16}$/),
    testKey: expect.stringMatching(/^zs_test_[A-Za-z0-9]{51}$/),
    liveKey: expect.stringMatching(/^zs_live_[A-Za-z0-9]{51}$/),
  })
  expect(first.output().indexOf("First credentials")).toBeLessThan(first.output().indexOf("listens on"))
  expect(first.output()).toContain(`Dashboard: ${first.address}/dashboard\n`)
  await first.end("SIGKILL")
  const second = await start(dataDir)
  expect(shown(second.output())).toEqual(credentials)
  expect((await createClient(second.address, credentials.liveKey).get("/v1/scans")).status).toBe(200)
  await second.end()
  const third = await start(dataDir)
  expect(shown(third.output())).toEqual(NOTHING)
  const { email, password } = credentials
  const login = await createClient(third.address, null).post("/v1/auth/login", { email, password })
  expect([login.status, login.body.mustChangePassword]).toEqual([200, true])
  expect((await createClient(third.address, credentials.testKey).get("/v1/scans")).status).toBe(200)
})

test("a login uses them too, and what the operator brought is not shown", async () => {
  const dataDir = await emptyDataDir()
  const own = { BOOTSTRAP_EMAIL: "own@example.org", BOOTSTRAP_PASSWORD: "a password of our own" }
  const first = await start(dataDir, own)
  const credentials = shown(first.output())
  expect(credentials).toMatchObject({ email: "own@example.org", password: undefined, liveKey: expect.any(String) })
  const { status } = await createClient(first.address, null).post("/v1/auth/login", {
    email: own.BOOTSTRAP_EMAIL,
    password: own.BOOTSTRAP_PASSWORD,
  })
  expect(status).toBe(200)
  await first.end()
  expect(shown((await start(dataDir, own)).output())).toEqual(NOTHING)
})

test("a start that fails after they were stored has shown them", async () => {
  const dataDir = await emptyDataDir()
  const tiers = join(dataDir, "tiers.json")
  writeFileSync(tiers, "{}")
  const environment = { ...NOTHING_GIVEN, ...(await engineEnvironment(dataDir)), PORT: "0", TIERS_FILE: tiers }
  const file = ENGINE === "cluster" ? "api/main.ts" : "start.ts"
  const failed = await startChild(file, environment, /listens on (\S+)/).then(
    () => "it started",
    error => String(error.message),
  )
  const credentials = shown(failed)
  expect(credentials.liveKey).toBeDefined()
  const service = await start(dataDir)
  expect(shown(service.output())).toEqual(credentials)
})

test("with another signing secret they cannot be made again, and nothing wrong is shown", async () => {
  const dataDir = await emptyDataDir()
  const first = await start(dataDir, { JWT_SECRET: "a".repeat(40) })
  expect(shown(first.output()).liveKey).toBeDefined()
  await first.end()
  expect(shown((await start(dataDir, { JWT_SECRET: "b".repeat(40) })).output())).toEqual(NOTHING)
})
