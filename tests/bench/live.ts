/** Delay of the report after a slider move in the reader's browser, and its updates while the slider moves. */
import type { Page } from "playwright-core"
import { startBrowser, whyNoBrowser } from "../browser/chromium.ts"
import { showSliders } from "../browser/sliders.ts"
import { houseRequest } from "../support/requests.ts"
import { createClient, startFresh } from "../support/service.ts"
import { type Row, report } from "./table.ts"

const MOVES_MS = 5_000
/** A slider that is dragged moves about once a frame. */
const MOVE_EVERY_MS = 16
const BARS = { firstMs: 100, desktopPerSecond: 20, phonePerSecond: 5 }
const SLOWER = 4

interface Followed {
  firstMs: number
  perSecond: number
}

/**
 * Runs in the page: moves the battery slider like a user, and counts by frame how often the key figures change. No
 * plant occurs twice: after each pass of the battery the house has a panel less.
 */
const drag = async ([movesMs, everyMs]: [number, number]): Promise<Followed> => {
  const [panels, battery] = document.querySelectorAll<HTMLInputElement>("#adjust input[type=range]")
  const figures = document.querySelector(".kpis")!
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")!.set!
  const move = (slider: HTMLInputElement, value: number) => {
    set.call(slider, String(value))
    slider.dispatchEvent(new Event("input", { bubbles: true }))
    slider.dispatchEvent(new Event("change", { bubbles: true }))
  }
  const nextChange = () =>
    new Promise<number>(done => {
      const observer = new MutationObserver(() => {
        observer.disconnect()
        requestAnimationFrame(() => done(performance.now()))
      })
      observer.observe(figures, { subtree: true, characterData: true, childList: true })
    })
  const [high, step] = [Number(battery!.max), Number(battery!.step)]
  const steps = Math.round(high / step)
  const atFirst = Math.round(steps / 3)
  const positions = Array.from({ length: steps }, (_, i) => i + 1).filter(position => position !== atFirst)
  const moveTo = (turn: number) => {
    const pass = Math.floor(turn / positions.length)
    if (turn % positions.length === 0) move(panels!, Number(panels!.max) - pass)
    move(battery!, step * positions[turn % positions.length]!)
  }
  const startedMs = performance.now()
  const first = nextChange()
  move(battery!, step * atFirst)
  const firstMs = (await first) - startedMs
  let [count, isOver] = [0, false]
  const observer = new MutationObserver(() => count++)
  observer.observe(figures, { subtree: true, characterData: true, childList: true })
  const begunMs = performance.now()
  for (let i = 0; !isOver; i++) {
    moveTo(i)
    await new Promise(done => setTimeout(done, everyMs))
    isOver = performance.now() - begunMs > movesMs
  }
  observer.disconnect()
  return { firstMs, perSecond: (1000 * count) / (performance.now() - begunMs) }
}

const follow = async (page: Page, slower: number): Promise<Followed> => {
  if (slower > 1) {
    const session = await page.context().newCDPSession(page)
    await session.send("Emulation.setCPUThrottlingRate", { rate: slower })
  }
  await showSliders(page)
  // The worker is ready when it has answered once.
  await page.locator("#adjust input[type=range]").first().press("ArrowRight")
  await page.getByText(/Worked out in this browser in [\d,]+ ms: proven/).waitFor()
  return page.evaluate(drag, [MOVES_MS, MOVE_EVERY_MS] as [number, number])
}

const rowsOf = (where: string, { firstMs, perSecond }: Followed, leastPerSecond: number): Row[] => [
  {
    what: `${where}: first answer after the worker is ready`,
    measured: `${firstMs.toFixed(0)} ms`,
    bar: `${BARS.firstMs} ms`,
    ...(leastPerSecond === BARS.desktopPerSecond ? { holds: firstMs <= BARS.firstMs } : {}),
  },
  {
    what: `${where}: key figures that follow a slider, a second`,
    measured: perSecond.toFixed(1),
    bar: `${leastPerSecond}`,
    holds: perSecond >= leastPerSecond,
  },
]

/** `npm run bench -- live`; needs Chromium. Chromium slows the throttled page, but not its worker. */
export const bench = async (): Promise<void> => {
  const why = whyNoBrowser()
  if (why) throw new Error(why)
  const service = await startFresh()
  const client = createClient(service.address)
  const { body: scan } = await client.post("/v1/scans", houseRequest(), { prefer: "wait=60" })
  const { shareToken } = (await client.put(`/v1/scans/${scan.id}/share`, { enabled: true })).body
  const browser = await startBrowser(service.address)
  const visit = async (size: { width: number; height: number }, slower: number) => {
    const page = await browser.open(`/shared/${shareToken}`, size)
    await page.locator("#adjust").waitFor()
    const followed = await follow(page, slower)
    await page.close()
    return followed
  }
  const desktop = await visit({ width: 1280, height: 900 }, 1)
  const phone = await visit({ width: 390, height: 844 }, SLOWER)
  await browser.close()
  await service.end()
  const rows = [
    ...rowsOf("desktop", desktop, BARS.desktopPerSecond),
    ...rowsOf(`phone, ${SLOWER} times slower`, phone, BARS.phonePerSecond),
  ]
  report("live", [{ title: "Sliders in the browser", rows, data: { desktop, phone } }])
}
