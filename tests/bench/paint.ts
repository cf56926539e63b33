/** Time until a shared report is on the screen of a browser with an empty cache. */
import { startBrowser, whyNoBrowser } from "../browser/chromium.ts"
import { houseRequest } from "../support/requests.ts"
import { createClient, startFresh } from "../support/service.ts"
import { type Blocked, blocked, SLOWDOWN } from "./blocking.ts"
import { type Row, report } from "./table.ts"

const RUNS = 9
const BAR_MS = 1_000

/** Parts that the page must show; the bar is for the key figures, which make the report readable. */
const PARTS = { "key figures": ".kpi", "first drawing": "#energy canvas", "8760 hours": "#hours canvas" }
const PHONE_RUNS = 5
/** Bars of the total blocking time [ms], and of the layout shift. */
const MOST_BLOCKING_MS = 500
const MOST_SHIFT = 0.05
const FIRST_PAINT = "first contentful paint"

type Times = Record<string, number>

/** Records in the page the time at which each part appears, from the start of the navigation. */
const watch = (parts: Record<string, string>) => {
  const seen: Times = {}
  Object.assign(window, { seen })
  const look = () => {
    for (const [name, selector] of Object.entries(parts))
      if (!(name in seen) && document.querySelector(selector)) seen[name] = performance.now()
    if (Object.keys(seen).length < Object.keys(parts).length) requestAnimationFrame(look)
  }
  look()
}

/** One visit by a new browser on a profile of its own: nothing is cached, no connection is open. */
const visit = async (address: string, path: string): Promise<Times> => {
  const browser = await startBrowser(address)
  await browser.context.addInitScript(watch, PARTS)
  const page = await browser.open(path)
  // Drawings wait until they are near the screen.
  await page.locator("#energy").scrollIntoViewIfNeeded()
  await page.waitForFunction(
    count => Object.keys(Reflect.get(window, "seen")).length === count,
    Object.keys(PARTS).length,
  )
  const times = await page.evaluate(() => ({
    paint: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Number.NaN,
    seen: Reflect.get(window, "seen"),
  }))
  await browser.close()
  return { [FIRST_PAINT]: times.paint, ...times.seen }
}

const rowOf = (name: string, runs: readonly Times[]): Row => {
  const sorted = runs.map(times => Math.round(times[name]!)).sort((a, b) => a - b)
  const median = sorted[RUNS >> 1]!
  const isBarred = name === "key figures"
  return {
    what: name,
    measured: `${median} ms (${sorted[0]} to ${sorted[RUNS - 1]})`,
    bar: isBarred ? `below ${BAR_MS} ms` : "",
    ...(isBarred ? { holds: median < BAR_MS } : {}),
  }
}

const phoneRows = (visits: readonly Blocked[]): Row[] => {
  const sorted = (pick: (visit: Blocked) => number) => visits.map(pick).sort((a, b) => a - b)
  const middle = (values: readonly number[]) => values[PHONE_RUNS >> 1]!
  const inMs = (values: readonly number[]) =>
    `${Math.round(middle(values))} ms (${Math.round(values[0]!)} to ${Math.round(values.at(-1)!)})`
  const [elapsed, processor] = [sorted(one => one.elapsedMs), sorted(one => one.processorMs)]
  const shift = sorted(one => one.layoutShift).at(-1)!
  return [
    { what: "total blocking time, elapsed", measured: inMs(elapsed), bar: "" },
    {
      what: "total blocking time, of the processor",
      measured: inMs(processor),
      bar: `below ${MOST_BLOCKING_MS} ms`,
      holds: middle(processor) < MOST_BLOCKING_MS,
    },
    {
      what: "layout shift, the most",
      measured: shift.toFixed(3),
      bar: `below ${MOST_SHIFT}`,
      holds: shift < MOST_SHIFT,
    },
  ]
}

/** `npm run bench -- paint`; needs Chromium. */
export const bench = async (): Promise<void> => {
  const why = whyNoBrowser()
  if (why) throw new Error(why)
  const service = await startFresh()
  const client = createClient(service.address)
  const { body: scan } = await client.post("/v1/scans", houseRequest(), { prefer: "wait=60" })
  const { shareToken } = (await client.put(`/v1/scans/${scan.id}/share`, { enabled: true })).body
  const runs: Times[] = []
  for (let run = 0; run < RUNS; run++) runs.push(await visit(service.address, `/shared/${shareToken}`))
  const visits = await blocked(`${service.address}/shared/${shareToken}`, PHONE_RUNS)
  await service.end()
  const rows = [FIRST_PAINT, ...Object.keys(PARTS)].map(name => rowOf(name, runs))
  const title = `A shared report, ${RUNS} first visits by new browsers, from the start of the navigation; medians`
  const slow = `The same on a phone ${SLOWDOWN} times slower than this machine, ${PHONE_RUNS} first visits; medians`
  report("paint", [
    { title, rows, data: runs },
    { title: slow, rows: phoneRows(visits), data: visits },
  ])
}
