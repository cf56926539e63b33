import { afterAll, beforeAll, expect, test } from "bun:test"
import { readConfig } from "../../infra/config.ts"
import { type HealthListener, startHealthListener } from "../../infra/health/listener.ts"
import type { Readiness } from "../../infra/health/readiness.ts"
import { createLog } from "../../infra/log.ts"
import { createMetrics } from "../../infra/metrics.ts"
import { getRaw } from "../support/rawHttp.ts"

let listener: HealthListener
let readiness: () => Promise<Readiness> = async () => ({ isReady: true, checks: { broker: true } })

beforeAll(() => {
  const started = startHealthListener(
    readConfig({ PORT: "0" }),
    createMetrics(),
    () => readiness(),
    createLog("test", "silent"),
  )
  if (!started) throw new Error("there is no listener")
  listener = started
})
afterAll(() => listener.stop())

const statusOf = async (path: string, hosts: string[]) => (await getRaw(listener.address, path, hosts)).status

test("health, readiness and measurements are there for a host of any length, and nothing else is", async () => {
  for (const host of ["a", "worker", "127.0.0.1:3000"]) {
    for (const path of ["/healthz", "/readyz", "/metrics"]) expect(await statusOf(path, [host])).toBe(200)
    for (const path of ["/", "/zzz/metrics", "/toString"])
      expect([path, await statusOf(path, [host])]).toEqual([path, 404])
  }
})

test("a Host that is missing or none is refused", async () => {
  for (const host of ["", "%zz", "a b", "[::1"]) expect([host, await statusOf("/healthz", [host])]).toEqual([host, 400])
  expect(await statusOf("/healthz", [])).toBe(400)
})

test("a failure answers in one line, without the runtime's page for developers", async () => {
  readiness = () => Promise.reject(new Error("a secret of the process"))
  const { status, body } = await getRaw(listener.address, "/readyz", ["worker"])
  expect([status, JSON.parse(body)]).toEqual([500, { statusCode: 500, message: "something went wrong in the service" }])
})
