import type { ECharts, EChartsCoreOption } from "echarts/core"
import { useLayoutEffect, useMemo, useRef, useState } from "react"
import { arriving } from "../lib/arriving.ts"
import { useNear } from "../lib/near.ts"
import { saveAs } from "../lib/saveAs.ts"
import { useSettings } from "../lib/settings.tsx"
import { useFailure } from "../ui/ErrorBoundary.tsx"
import { Legend, type LegendItem } from "../ui/Legend.tsx"
import type { Drawn } from "./chartCsv.ts"

/** Pixel ratio of paper, which is sharper than screens. */
const LEAST_PIXEL_RATIO = 2
/** Width of a page for A4 [CSS pixels], so that letters of drawings are printed at 80 % of their screen size. */
const PAPER_WIDTH = 870
/** Share of the paper's width that a drawing has in each layout. */
const PAPER_SHARES: [place: string, share: number][] = [
  ["#days", 0.54],
  [".two", 0.45],
  [".customer-screens", 0.45],
  [".beside", 0.6],
]
/** True between the events before and after printing; set before the listener of any drawing runs. */
let isForPaper = false
addEventListener("beforeprint", () => {
  isForPaper = true
})
addEventListener("afterprint", () => {
  isForPaper = false
})

type Drawer = typeof import("./echarts.ts")
let drawer: Drawer | undefined

/** Calls back with ECharts, at once if it is loaded, so that printing does not wait. */
const withDrawer = (then: (drawer: Drawer) => void, onMissing: (error: Error) => void): void => {
  if (drawer) then(drawer)
  else
    arriving(() => import("./echarts.ts")).then(loaded => {
      drawer = loaded
      then(loaded)
    }, onMissing)
}

/** Resolves with true when drawings can be made at once, otherwise with false, so that printing never waits forever. */
export const drawerReady = (): Promise<boolean> =>
  new Promise(done =>
    withDrawer(
      () => done(true),
      () => done(false),
    ),
  )

interface ChartProps {
  /** Description of the drawing for readers who cannot see it. */
  label: string
  /** Keep it stable with useMemo. */
  option: EChartsCoreOption & Drawn
  /** CSS pixels. */
  height: number
  /** Legend of its colours: names of its series. */
  legend?: readonly LegendItem[]
  /** Allows zooming into its hours. */
  canZoom?: boolean
}

/** Printed width of a drawing [CSS pixels]. On paper some parts are side by side that are stacked on a phone. */
const paperWidth = (element: HTMLElement): number => {
  const pageWidth = element.closest("main")?.clientWidth ?? PAPER_WIDTH
  // Print-only parts have no width on a screen.
  if (pageWidth >= PAPER_WIDTH && element.clientWidth > 0) return (PAPER_WIDTH / pageWidth) * element.clientWidth
  const [, share] = PAPER_SHARES.find(([place]) => element.closest(place)) ?? ["", 1]
  return share * PAPER_WIDTH
}

/** Draws in an element as soon as ECharts is loaded; returns the function that removes the drawing. */
const draw = (
  element: HTMLElement,
  onMade: (chart: ECharts) => void,
  onMissing: (error: Error) => void,
): (() => void) => {
  let end: (() => void) | undefined
  let isOver = false
  withDrawer(({ init }) => {
    if (isOver) return
    const chart = init(element, null, {
      devicePixelRatio: Math.max(LEAST_PIXEL_RATIO, devicePixelRatio),
      ...(element.clientWidth > 0 ? {} : { width: paperWidth(element) }),
    })
    const observer = new ResizeObserver(() => matchMedia("print").matches || chart.resize())
    const toPaper = () => {
      chart.resize({ width: paperWidth(element) })
      chart.getZr().flush()
    }
    const toScreen = () => chart.resize({ width: "auto" })
    observer.observe(element)
    addEventListener("beforeprint", toPaper)
    addEventListener("afterprint", toScreen)
    end = () => {
      removeEventListener("beforeprint", toPaper)
      removeEventListener("afterprint", toScreen)
      observer.disconnect()
      chart.dispose()
    }
    onMade(chart)
    if (isForPaper) toPaper()
  }, onMissing)
  return () => {
    isOver = true
    end?.()
  }
}

/** The drawing without hidden series and with the settings of its zoom. */
const useShown = (option: ChartProps["option"], hidden: readonly string[], isZoomed: boolean) =>
  useMemo(() => {
    if (hidden.length === 0 && !isZoomed) return option
    const series = [option.series ?? []].flat().filter(({ name = "" }) => !hidden.includes(name))
    return { ...option, series, ...(isZoomed ? { dataZoom: ZOOM } : {}) }
  }, [option, hidden, isZoomed])

/** Height of the zoom handle below a drawing [CSS pixels]. */
const ZOOM_HEIGHT = 40
/** Wheel, two fingers, and a handle below, over all axes of hours. */
const ZOOM = [
  { type: "inside", xAxisIndex: "all" },
  { type: "slider", xAxisIndex: "all", bottom: 6, height: 20, showDetail: false, brushSelect: false },
]

/** An ECharts drawing that follows the width of its place. Text and figures do not wait for it. */
export const Chart = ({ label, option, height, legend, canZoom }: ChartProps) => {
  const place = useRef<HTMLDivElement>(null)
  const [chart, setChart] = useState<ECharts>()
  const isNear = useNear(place)
  const [hidden, setHidden] = useState<readonly string[]>([])
  const [isZoomed, setZoomed] = useState(false)
  const shown = useShown(option, hidden, isZoomed)
  const failure = useFailure()
  const { fail, hasFailed } = failure
  // A drawing uses new parts of ECharts only from its creation on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: a zoom needs a new drawing
  useLayoutEffect(
    () => (isNear && !hasFailed && place.current ? draw(place.current, setChart, fail) : undefined),
    [isNear, isZoomed, hasFailed],
  )
  useLayoutEffect(() => {
    if (!chart || chart.isDisposed()) return
    chart.setOption({ animation: false, ...shown }, { notMerge: true })
    chart.getZr().flush()
  }, [chart, shown])
  const { text, palette } = useSettings()
  const name = label.split(/[;:.]/, 1)[0]!
  const save = () => {
    const options = { type: "png", pixelRatio: LEAST_PIXEL_RATIO, backgroundColor: palette.surface } as const
    if (chart) saveAs(`${name}.png`, chart.getDataURL(options))
  }
  const toggle = (name: string) =>
    setHidden(before => (before.includes(name) ? before.filter(other => other !== name) : [...before, name]))
  const zoom = async () => {
    if (!isZoomed) await arriving(() => import("./zoom.ts"))
    setZoomed(!isZoomed)
  }
  const saveNumbers = async () => (await arriving(() => import("./chartCsv.ts"))).saveCsv(name, option)
  return (
    <div className="drawing">
      {failure.shown}
      {legend ? <Legend items={legend} hidden={hidden} onToggle={toggle} /> : null}
      <div
        className="chart"
        ref={place}
        role="img"
        aria-label={label}
        style={{ height: isZoomed ? height + ZOOM_HEIGHT : height }}
      />
      {canZoom ? (
        <button
          type="button"
          className="plain small no-print"
          aria-pressed={isZoomed}
          disabled={!chart}
          onClick={() => zoom().catch(fail)}
        >
          {text.common.zoom}
        </button>
      ) : null}
      <button type="button" className="plain small no-print" disabled={!chart} onClick={save}>
        {text.common.picture}
      </button>
      <button type="button" className="plain small no-print" onClick={() => saveNumbers().catch(fail)}>
        {text.common.numbers}
      </button>
    </div>
  )
}
