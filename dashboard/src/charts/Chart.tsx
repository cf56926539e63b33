import type { ECharts, EChartsCoreOption } from "echarts/core"
import { useEffect, useRef, useState } from "react"

/** Paper is sharper than screens. */
const LEAST_PIXEL_RATIO = 2
/** Width in which a page is drawn for A4 [CSS pixels]: letters of drawings come out at 80 % of those of a screen. */
const PAPER_WIDTH = 870

interface ChartProps {
  /** Says what is drawn to those who cannot see it. */
  label: string
  /** Keep it stable with useMemo. */
  option: EChartsCoreOption
  /** CSS pixels. */
  height: number
}

/** Draws in an element as soon as ECharts is there; returns the function that ends it. */
const draw = (element: HTMLElement, onMade: (chart: ECharts) => void): (() => void) => {
  let end: (() => void) | undefined
  let isOver = false
  import("./echarts.ts").then(({ init }) => {
    if (isOver) return
    const chart = init(element, null, { devicePixelRatio: Math.max(LEAST_PIXEL_RATIO, devicePixelRatio) })
    const observer = new ResizeObserver(() => matchMedia("print").matches || chart.resize())
    const toPaper = () => {
      const pageWidth = element.closest("main")?.clientWidth ?? PAPER_WIDTH
      chart.resize({ width: Math.min(1, PAPER_WIDTH / pageWidth) * element.clientWidth })
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
  })
  return () => {
    isOver = true
    end?.()
  }
}

/** An ECharts drawing that follows the width of its place. Words and figures do not wait for it. */
export const Chart = ({ label, option, height }: ChartProps) => {
  const place = useRef<HTMLDivElement>(null)
  const [chart, setChart] = useState<ECharts>()
  useEffect(() => (place.current ? draw(place.current, setChart) : undefined), [])
  useEffect(() => {
    if (!chart || chart.isDisposed()) return
    chart.setOption({ animation: false, ...option }, { notMerge: true })
    chart.getZr().flush()
  }, [chart, option])
  return <div className="chart" ref={place} role="img" aria-label={label} style={{ height }} />
}
