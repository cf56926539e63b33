import type { ECharts, EChartsCoreOption } from "echarts/core"
import { useEffect, useRef } from "react"
import { init } from "./echarts.ts"

/** Paper is sharper than screens. */
const LEAST_PIXEL_RATIO = 2

interface ChartProps {
  /** Says what is drawn to those who cannot see it. */
  label: string
  /** Keep it stable with useMemo. */
  option: EChartsCoreOption
  /** CSS pixels. */
  height: number
}

/** An ECharts drawing that follows the width of its place. */
export const Chart = ({ label, option, height }: ChartProps) => {
  const place = useRef<HTMLDivElement>(null)
  const chart = useRef<ECharts>(undefined)
  useEffect(() => {
    const element = place.current
    if (!element) return
    const made = init(element, null, { devicePixelRatio: Math.max(LEAST_PIXEL_RATIO, devicePixelRatio) })
    chart.current = made
    const observer = new ResizeObserver(() => matchMedia("print").matches || made.resize())
    observer.observe(element)
    return () => {
      observer.disconnect()
      made.dispose()
    }
  }, [])
  useEffect(() => {
    chart.current?.setOption({ animation: false, ...option }, { notMerge: true })
    chart.current?.getZr().flush()
  }, [option])
  return <div className="chart" ref={place} role="img" aria-label={label} style={{ height }} />
}
