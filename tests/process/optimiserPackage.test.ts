/**
 * The package as npm packs and installs it: its results in Node.js, Bun and Chromium match the source, to the last bit.
 */
import { afterAll, beforeAll, expect, test } from "bun:test"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, normalize } from "node:path"
import { fileURLToPath } from "node:url"
import { KINDS, randomCase } from "../../wasm/bench/years.ts"
import { type Controller, createOptimiser, type Sizing } from "../../wasm/index.ts"
import { browserTest, startBrowser } from "../browser/chromium.ts"
import { CONTROL_SITES, knowledgeOf, preparedSite } from "../support/controlSites.ts"

const ROOT = fileURLToPath(new URL("../../", import.meta.url))
const PACKAGE = "solar-scan-optimiser"
const WAIT_MS = 120_000

const CASES = KINDS.map(kind => randomCase(kind, 77, { steps: 240 }))
const [first] = CASES.map(({ year }) => year)
const SIZING: Sizing = {
  year: first!,
  presentWorthFactor: 400,
  panels: first!.roofs.map(() => ({ min: 0, max: 12, step: 1, kwPerPanel: 0.4, eurPerKw: 900 })),
  battery: { minKwh: 0, maxKwh: 10, minKw: 0, maxKw: 5, eurPerKw: 50, eurPerKwh: 300 },
  tolerance: 1e-3,
  maxDispatches: 100,
}

/** A whole year under plans. */
const { year: SITE_YEAR, plant: SITE_PLANT, calendarYear } = preparedSite(CONTROL_SITES[0]!)
const PLANNED = {
  year: SITE_YEAR,
  plant: SITE_PLANT,
  controllers: [
    { kind: "forecast", knowledge: knowledgeOf(SITE_YEAR, SITE_PLANT, calendarYear) },
    { kind: "selfConsumption" },
  ] satisfies Controller[],
}

/** Arrays as lists, which JSON carries without loss. */
const asJson = (value: unknown): string =>
  JSON.stringify(value, (_, each) => {
    if (each instanceof Float64Array) return { floats: [...each] }
    return each instanceof Int32Array ? { ints: [...each] } : each
  })

/** An application that uses the package; the same text in every engine. `optimiser` is the imported module. */
const APPLICATION = `
const read = text =>
  JSON.parse(text, (_, value) => {
    if (value?.floats) return Float64Array.from(value.floats)
    return value?.ints ? Int32Array.from(value.ints) : value
  })
const write = value =>
  JSON.stringify(value, (_, each) => (each instanceof Float64Array ? { floats: [...each] } : each))
const answer = async (text, { compileCore, createOptimiser }) => {
  const { cases, sizing, planned } = read(text)
  const optimiser = await createOptimiser(await compileCore())
  const dispatches = cases.map(({ year, plant }) => optimiser.dispatch(year, plant))
  let refused
  try {
    optimiser.dispatch(cases[0].year, { ...cases[0].plant, powerKw: -1 })
  } catch (error) {
    refused = error.argument
  }
  const controlled = planned.controllers.map(each => optimiser.control(planned.year, planned.plant, each))
  return write({ dispatches, sized: optimiser.size(sizing), refused, controlled })
}
`

const SCRIPT = `
import { readFileSync } from "node:fs"
import * as optimiser from "${PACKAGE}"
${APPLICATION}
console.log(await answer(readFileSync("cases.json", "utf8"), optimiser))
`

const PAGE = `<!doctype html><title>optimiser</title><link rel="icon" href="data:,"><script type="module">
import * as optimiser from "/node_modules/${PACKAGE}/dist/index.js"
${APPLICATION}
const cases = await (await fetch("/cases.json")).text()
window.answered = await answer(cases, optimiser)
</script>`

/** Types of the package; this program is only compiled. */
const TYPED = `
import { createOptimiser, type Dispatch, InvalidArgument, type Year } from "${PACKAGE}"
const year: Year = { stepHours: 1, loadKwh: new Float64Array(1), roofs: [], buyEurPerKwh: new Float64Array(1),
  sellEurPerKwh: new Float64Array(1), gridCharging: true, chargeEfficiency: 1, dischargeEfficiency: 1, minLevel: 0 }
export const solved = async (): Promise<Dispatch> => (await createOptimiser()).dispatch(year, { panels: [], capacityKwh: 0, powerKw: 0 })
export const refused = (error: unknown): string => (error instanceof InvalidArgument ? error.argument : "")
`

const folder = mkdtempSync(join(tmpdir(), "optimiser-"))
let expected = ""

function run(command: string[], cwd: string): string {
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { cwd, stderr: "pipe" })
  if (exitCode !== 0) throw new Error(`${command.join(" ")} ended with ${exitCode}: ${stderr}${stdout}`)
  return stdout.toString()
}

beforeAll(async () => {
  const optimiser = await createOptimiser()
  const dispatches = CASES.map(({ year, plant }) => optimiser.dispatch(year, plant))
  const controlled = PLANNED.controllers.map(each => optimiser.control(SITE_YEAR, SITE_PLANT, each))
  expected = asJson({ dispatches, sized: optimiser.size(SIZING), refused: "plant.powerKw", controlled })
  run(["npm", "pack", "--silent", "--pack-destination", folder], join(ROOT, "wasm"))
  const { version } = await Bun.file(join(ROOT, "wasm/package.json")).json()
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }')
  run(["npm", "install", "--offline", "--no-audit", "--no-fund", `./${PACKAGE}-${version}.tgz`], folder)
  writeFileSync(join(folder, "cases.json"), asJson({ cases: CASES, sizing: SIZING, planned: PLANNED }))
  writeFileSync(join(folder, "script.js"), SCRIPT)
  writeFileSync(join(folder, "index.html"), PAGE)
  writeFileSync(join(folder, "typed.ts"), TYPED)
}, WAIT_MS)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

for (const [engine, path] of Object.entries({ "Node.js": "node", Bun: process.execPath })) {
  test(`${engine} runs the installed package`, () => {
    expect(JSON.parse(run([path, "script.js"], folder))).toEqual(JSON.parse(expected))
  })
}

test("TypeScript finds the types of the installed package", () => {
  const options = ["--noEmit", "--strict", "--target", "es2022", "--module", "nodenext", "--lib", "es2022,dom"]
  const compile = (file: string) => run([join(ROOT, "node_modules/.bin/tsc"), ...options, file], folder)
  compile("typed.ts")
  writeFileSync(join(folder, "wrong.ts"), TYPED.replace("panels: []", "panels: 1"))
  expect(() => compile("wrong.ts")).toThrow("TS2322")
})

browserTest("Chromium runs the installed package", async () => {
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    fetch: ({ url }) => new Response(Bun.file(join(folder, normalize(new URL(url).pathname)))),
  })
  const browser = await startBrowser(`http://127.0.0.1:${server.port}`)
  try {
    const page = await browser.open("/index.html")
    const answered = await page.waitForFunction("window.answered").catch(error => {
      throw new Error(`${error.message} ${browser.complaints().join(" ")}`)
    })
    expect(JSON.parse(String(await answered.jsonValue()))).toEqual(JSON.parse(expected))
  } finally {
    await browser.close()
    await server.stop(true)
  }
})
