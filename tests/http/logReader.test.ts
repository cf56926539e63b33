import { expect } from "bun:test"
import { ROOT } from "../support/child.ts"
import { smallestRequest } from "../support/requests.ts"
import { createClient, embeddedTest, freshDataDir, TEST_ENVIRONMENT } from "../support/service.ts"

/** A service that logs each scan to a pipe, read until it listens. */
const startPiped = async () => {
  const env = { ...process.env, ...TEST_ENVIRONMENT, DATA_DIR: await freshDataDir(), PORT: "0", LOG_LEVEL: "info" }
  const child = Bun.spawn([process.execPath, "start.ts"], { cwd: ROOT, env, stdout: "pipe", stderr: "pipe" })
  const reader = child.stdout.getReader()
  const decoder = new TextDecoder()
  let output = ""
  for (;;) {
    const { value, done } = await reader.read()
    if (done) throw new Error(`the service did not start:\n${output}`)
    output += decoder.decode(value, { stream: true })
    const address = /listens on (http\S+)/.exec(output)?.[1]
    if (address) return { child, address, reader }
  }
}

embeddedTest("a reader of the log who goes away ends the log and not the service", async () => {
  const { child, address, reader } = await startPiped()
  await reader.cancel()
  const statuses: string[] = []
  for (let n = 0; n < 3; n++) {
    const { body } = await createClient(address).post("/v1/scans", smallestRequest(), { prefer: "wait=30" })
    statuses.push(body.status)
  }
  expect(statuses).toEqual(["completed", "completed", "completed"])
  child.kill("SIGTERM")
  expect(await child.exited).toBe(0)
  expect(await new Response(child.stderr).text()).toBe("")
})
