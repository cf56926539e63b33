/** Packages of a release: one command makes them, and each is installed and used as its reader does it. */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { version } from "../../package.json"
import { type Child, ROOT, startChild } from "../support/child.ts"
import { freshDataDir, LIVE_KEY, TEST_ENVIRONMENT } from "../support/service.ts"

const WAIT_MS = 180_000
const OLDEST = "import sys; sys.exit(sys.version_info < (3, 11))"
const hasPython = Bun.which("python3") !== null && Bun.spawnSync(["python3", "-c", OLDEST]).exitCode === 0
const releaseTest = test.skipIf(!hasPython)

const PACKAGES = {
  client: `solar-scan-client-${version}.tgz`,
  optimiser: `solar-scan-optimiser-${version}.tgz`,
  wheel: `solar_scan_client-${version}-py3-none-any.whl`,
  service: `solar-scan-service-${version}.tar.gz`,
}

const folder = mkdtempSync(join(tmpdir(), "solar-scan-release-"))
const packages = join(folder, "packages")
const image = join(folder, "image")
let service: Child | undefined

const run = async (command: string[], cwd: string, env: Record<string, string> = {}): Promise<string> => {
  const child = Bun.spawn(command, { cwd, env: { ...process.env, ...env }, stdout: "pipe", stderr: "pipe" })
  const [output, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  if ((await child.exited) !== 0) throw new Error(`${command.join(" ")} failed:\n${output}${errors}`)
  return output
}

beforeAll(async () => {
  if (!hasPython) return
  await run(["npm", "run", "-s", "pack", "--", packages], ROOT)
  mkdirSync(image)
  await run(["tar", "-xzf", join(packages, PACKAGES.service)], image)
  const env = { ...TEST_ENVIRONMENT, DATA_DIR: await freshDataDir(), PORT: "0" }
  service = await startChild("start.ts", env, /listens on (\S+)/, { folder: join(image, "app") })
}, WAIT_MS)

afterAll(async () => {
  if (service && !service.hasEnded()) await service.end("SIGKILL")
  rmSync(folder, { recursive: true, force: true })
})

releaseTest("the command makes every package of this version, with its checksum", async () => {
  expect(readdirSync(packages).sort()).toEqual(["SHA256SUMS", ...Object.values(PACKAGES)].sort())
  const checked = await run(["sha256sum", "--check", "SHA256SUMS"], packages)
  expect(checked.match(/: OK$/gm)).toHaveLength(Object.keys(PACKAGES).length)
})

releaseTest("the archive is the recipe of an image, and a service of this version without npm", async () => {
  const recipe = readFileSync(join(image, "Dockerfile"), "utf8")
  expect(recipe.match(/^(FROM|COPY|USER|ENTRYPOINT|CMD) .*/gm)).toEqual([
    expect.stringMatching(/^FROM debian:bookworm-slim@\$\{DEBIAN_DIGEST\}$/),
    "COPY app /app",
    "USER 10001",
    'ENTRYPOINT ["/app/node_modules/.bin/bun"]',
    'CMD ["start.ts"]',
  ])
  const [, bun, file] = /CMD \["\/app\/(\S+)", "(\S+)"\]/.exec(recipe) ?? []
  for (const path of [bun!, file!, "start.ts"])
    expect([path, existsSync(join(image, "app", path))]).toEqual([path, true])
  await run([join(image, "app", bun!), file!], join(image, "app"), { PORT: new URL(service!.said).port })
  expect(await (await fetch(`${service!.said}/healthz`)).json()).toEqual({ status: "ok", version })
  const document = (await (await fetch(`${service!.said}/openapi.json`)).json()) as { info: { version: string } }
  expect(document.info.version).toBe(version)
})

const JAVASCRIPT = `
import { createScanClient } from "solar-scan-client"
import { verifyWebhook } from "solar-scan-client/webhooks/verify"
import { createOptimiser } from "solar-scan-optimiser"

const { URL: baseUrl, KEY: apiKey } = process.env
const { engineVersion, dataVersion } = await createScanClient({ baseUrl, apiKey }).waitForReport({
  location: { lat: 51.44, lon: 5.48 },
  inputMethod: "known",
  yearlyKwh: 3500,
  newPv: [{ maxPanelCount: 14, panelPowerWatts: 430 }],
})
const optimiser = await createOptimiser()
const hours = value => new Float64Array(24).fill(value)
const year = { stepHours: 1, loadKwh: hours(1), roofs: [], buyEurPerKwh: hours(0.25), sellEurPerKwh: hours(0),
  gridCharging: true, chargeEfficiency: 1, dischargeEfficiency: 1, minLevel: 0 }
const { costEur } = optimiser.dispatch(year, { panels: [], capacityKwh: 0, powerKw: 0 })
console.log(JSON.stringify({ engineVersion, hasData: dataVersion.length > 0, costEur,
  verified: verifyWebhook("{}", "t=1,v1=00", "whsec_x") }))
`

releaseTest(
  "npm installs client and optimiser without a registry, and Node.js uses them",
  async () => {
    const project = join(folder, "javascript")
    mkdirSync(project)
    writeFileSync(join(project, "package.json"), '{ "type": "module" }')
    writeFileSync(join(project, "main.js"), JAVASCRIPT)
    const files = [PACKAGES.client, PACKAGES.optimiser].map(name => join(packages, name))
    await run(["npm", "install", "--offline", "--no-audit", "--no-fund", ...files], project)
    const output = await run(["node", "main.js"], project, { URL: service!.said, KEY: LIVE_KEY })
    expect(JSON.parse(output)).toEqual({ engineVersion: version, hasData: true, costEur: 6, verified: false })
  },
  60_000,
)

const PIP = { PIP_DISABLE_PIP_VERSION_CHECK: "1", PIP_ROOT_USER_ACTION: "ignore" }
const PYTHON = `
import json, os
from importlib.metadata import version
from solar_scan_client import Client

client = Client(os.environ["URL"], api_key=os.environ["KEY"])
report = client.wait_for_report({"location": {"lat": 51.44, "lon": 5.48}, "inputMethod": "known", "yearlyKwh": 3500,
    "newPv": [{"maxPanelCount": 14, "panelPowerWatts": 430}]})
print(json.dumps([version("solar-scan-client"), report["engineVersion"]]))
`

releaseTest(
  "pip installs the wheel without an index, and Python uses it (needs python3 of 3.11 or newer)",
  async () => {
    const site = join(folder, "python")
    const wheel = join(packages, PACKAGES.wheel)
    await run(["python3", "-m", "pip", "install", "--quiet", "--no-index", "--target", site, wheel], folder, PIP)
    writeFileSync(join(folder, "main.py"), PYTHON)
    const environment = { PYTHONPATH: site, URL: service!.said, KEY: LIVE_KEY }
    expect(JSON.parse(await run(["python3", "main.py"], folder, environment))).toEqual([version, version])
  },
  60_000,
)
