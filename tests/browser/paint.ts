/**
 * Measures how soon a shared report is on the screen: `bun tests/browser/paint.ts`, after `npm run build`. Each run is a
 * new browser with an empty cache; times count from the start of the navigation.
 */
import { houseRequest } from "../support/requests.ts"
import { createClient, startFresh } from "../support/service.ts"
import { startBrowser } from "./chromium.ts"

const RUNS = 7

const service = await startFresh()
const client = createClient(service.address)
const { body: scan } = await client.post("/v1/scans", houseRequest(), { prefer: "wait=60" })
const { shareToken } = (await client.put(`/v1/scans/${scan.id}/share`, { enabled: true })).body

/** Notes in the page itself when the key figures, the first drawing and the hours are there. */
const watch = () => {
  const seen: Record<string, number> = {}
  Object.assign(window, { seen })
  const parts = { "key figures": ".kpi", "first drawing": "#energy canvas", hours: "#hours canvas" }
  const look = () => {
    for (const [name, selector] of Object.entries(parts))
      if (!(name in seen) && document.querySelector(selector)) seen[name] = performance.now()
    if (Object.keys(seen).length < Object.keys(parts).length) requestAnimationFrame(look)
  }
  look()
}

const measure = async (): Promise<Record<string, number>> => {
  const browser = await startBrowser(service.address)
  await browser.context.addInitScript(watch)
  const page = await browser.open(`/shared/${shareToken}`)
  await page.locator("#hours canvas").first().waitFor()
  await page.locator("#energy canvas").first().waitFor()
  await page.waitForFunction("Object.keys(window.seen).length === 3")
  const times = await page.evaluate(() => ({
    "first paint": performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
    ...(window as unknown as { seen: Record<string, number> }).seen,
  }))
  await browser.close()
  return times
}

const runs: Record<string, number>[] = []
for (let run = 0; run < RUNS; run++) runs.push(await measure())
await service.end()

console.log(`report page, ${RUNS} cold starts [ms]`)
for (const name of Object.keys(runs[0])) {
  const sorted = runs.map(times => Math.round(times[name])).sort((a, b) => a - b)
  console.log(`  ${name.padEnd(14)} median ${sorted[RUNS >> 1]}, range ${sorted[0]} to ${sorted[RUNS - 1]}`)
}
