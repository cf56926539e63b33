/** Time for which a report blocks a slow phone while it loads, and its layout shift. */
import { type Browser, chromium } from "playwright-core"
import { EXECUTABLE } from "../browser/chromium.ts"

const PHONE = { width: 390, height: 844 }
/** Slowdown of the page, relative to this machine. */
export const SLOWDOWN = 4
/** Length from which a task blocks (web.dev, total blocking time) [us]. */
const LONG_US = 50_000
/** Rest after the last part of the report appears; drawings and print parts load meanwhile. */
const REST_MS = 5_000

interface TraceEvent {
  name: string
  pid: number
  tid: number
  ts: number
  dur?: number
  /** Processor time [us]. */
  tdur?: number
}

export interface Blocked {
  /** Blocking time: the part beyond 50 ms of each task of the page's own thread, from its first paint on [ms]. */
  elapsedMs: number
  /** Blocking processor time, which other work of the machine does not lengthen [ms]. */
  processorMs: number
  /** Cumulative layout shift, without a unit. */
  layoutShift: number
}

const blockedBy = (events: readonly TraceEvent[]): Pick<Blocked, "elapsedMs" | "processorMs"> => {
  const painted = events.findLast(({ name }) => name === "firstContentfulPaint")
  if (!painted) throw new Error("the trace has no first paint")
  const { pid, tid, ts: from } = painted
  const tasks = events.filter(
    event => event.name === "RunTask" && event.pid === pid && event.tid === tid && event.ts + (event.dur ?? 0) > from,
  )
  const beyond = (us = 0) => Math.max(0, us - LONG_US) / 1000
  return {
    elapsedMs: tasks.reduce((sum, { dur }) => sum + beyond(dur), 0),
    processorMs: tasks.reduce((sum, { tdur }) => sum + beyond(tdur), 0),
  }
}

const visit = async (browser: Browser, url: string): Promise<Blocked> => {
  const context = await browser.newContext({ viewport: PHONE })
  const page = await context.newPage()
  await page.addInitScript(() => {
    new PerformanceObserver(list => {
      const entries = list.getEntries() as (PerformanceEntry & { value: number })[]
      const before = Number(document.documentElement.dataset.shift ?? 0)
      document.documentElement.dataset.shift = String(entries.reduce((sum, { value }) => sum + value, before))
    }).observe({ type: "layout-shift", buffered: true })
  })
  await (await context.newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: SLOWDOWN })
  await browser.startTracing(page, { categories: ["toplevel", "loading", "disabled-by-default-devtools.timeline"] })
  await page.goto(url)
  await page.locator("#proof").waitFor()
  await page.waitForTimeout(REST_MS)
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString())
  const layoutShift = await page.evaluate(() => Number(document.documentElement.dataset.shift ?? 0))
  await context.close()
  return { ...blockedBy(traceEvents), layoutShift }
}

/** First visits, one after the other, by a browser on a profile without a cache. */
export const blocked = async (url: string, runs: number): Promise<Blocked[]> => {
  const browser = await chromium.launch({ executablePath: EXECUTABLE, args: ["--no-sandbox", "--disable-gpu"] })
  const found: Blocked[] = []
  for (let run = 0; run < runs; run++) found.push(await visit(browser, url))
  await browser.close()
  return found
}
