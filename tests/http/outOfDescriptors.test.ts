import { expect } from "bun:test"
import { connect } from "node:net"
import { ROOT, until } from "../support/child.ts"
import { overOneConnection } from "../support/oneConnection.ts"
import { embeddedTest, freshDataDir, LIVE_KEY, TEST_ENVIRONMENT } from "../support/service.ts"

/** File descriptors of the service, and connections that use all. */
const DESCRIPTORS = 200
const CONNECTIONS = 300
/** Places whose sun, prices and taxes differ. */
const PLACES = [
  [52.5, 13.4],
  [48.8, 2.3],
  [50.8, 4.4],
  [-40, -120],
]

const startLimited = async () => {
  const env = { ...process.env, ...TEST_ENVIRONMENT, DATA_DIR: await freshDataDir(), PORT: "0" }
  const command = ["sh", "-c", `ulimit -n ${DESCRIPTORS}; exec "$0" start.ts`, process.execPath]
  const child = Bun.spawn(command, { cwd: ROOT, env, stdout: "pipe", stderr: "inherit" })
  let output = ""
  const read = async () => {
    for await (const chunk of child.stdout) output += Buffer.from(chunk).toString()
  }
  read()
  const address = await until(() => /listens on (http\S+)/.exec(output)?.[1], 60_000)
  return { child, address }
}

embeddedTest("scans that come while a service has no file descriptor left end well all the same", async () => {
  const { child, address } = await startLimited()
  const ask = overOneConnection(address, LIVE_KEY)
  const states = async (): Promise<string[]> =>
    JSON.parse(await ask("GET", "/v1/scans?limit=100")).items.map(({ status }: { status: string }) => status)
  expect(await states()).toEqual([])
  const { hostname, port } = new URL(address)
  const sockets = Array.from({ length: CONNECTIONS }, () => connect(Number(port), hostname).on("error", () => {}))
  const opened = () => sockets.filter(socket => !socket.connecting).length
  await until(() => (opened() >= DESCRIPTORS ? true : undefined))

  const plant = { inputMethod: "known", yearlyKwh: 3000, newPv: [{ maxPanelCount: 8, panelPowerWatts: 400 }] }
  const scans = PLACES.map(([lat, lon]) => ({ ...plant, location: { lat, lon } }))
  await ask("POST", "/v1/scans/batch", JSON.stringify({ scans }))
  const ended = await until(async () => {
    const now = await states()
    return now.every(status => status === "completed" || status === "error") ? now : undefined
  }, 60_000)
  for (const socket of sockets) socket.destroy()
  expect(ended).toEqual(PLACES.map(() => "completed"))
  child.kill("SIGKILL")
  await child.exited
})
