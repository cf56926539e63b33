import { afterAll, beforeAll, expect, test } from "bun:test"
import { Value } from "@sinclair/typebox/value"
import { FullReport } from "../../domain/report/schema.ts"
import pkg from "../../package.json"
import { ROOT } from "../support/child.ts"
import { createClient, type ServiceOfOrganization } from "../support/service.ts"
import { startShared } from "../support/shared.ts"

let service: ServiceOfOrganization

beforeAll(async () => {
  service = await startShared()
})
afterAll(() => service.end())

const run = async (command: string[]): Promise<string> => {
  const env = { ...process.env, URL: service.address, KEY: service.liveKey }
  const child = Bun.spawn(command, { cwd: ROOT, env, stdout: "pipe", stderr: "pipe" })
  const [output, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  expect([await child.exited, errors]).toEqual([0, ""])
  return output
}

test("examples/scan.ts prints what the typed client is given", async () => {
  const [plant, money] = (await run([process.execPath, "examples/scan.ts"])).split("\n")
  expect(plant).toMatch(/^[1-9]\d* panels, (a battery of \d+(\.\d+)? kWh|no battery)$/)
  expect(money).toMatch(/^net present value \d+\.\d{2} EUR$/)
})

test.skipIf(!Bun.which("curl")).each(["terraced-house", "farm-east-west", "house-with-panels"])(
  "examples/scan.sh prints the report of requests/%s.json",
  async name => {
    const report = JSON.parse(await run(["sh", "examples/scan.sh", `examples/requests/${name}.json`]))
    expect([...Value.Errors(FullReport, report)]).toEqual([])
  },
)

test("the process reports its version, as the interface document and the change log do", async () => {
  const client = createClient(service)
  expect((await client.get("/healthz")).body).toEqual({ status: "ok", version: pkg.version })
  expect((await client.get("/openapi.json")).body.info.version).toBe(pkg.version)
  expect(await Bun.file(`${ROOT}/CHANGELOG.md`).text()).toContain(`\n## ${pkg.version} - 20`)
})
