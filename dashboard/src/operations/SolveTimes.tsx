import { useMemo } from "react"
import type { Answer } from "../../../client/index.ts"
import { amountsAxis, namesAxis } from "../charts/axes.ts"
import { Chart } from "../charts/Chart.tsx"
import { bareTooltip, tip } from "../charts/tip.ts"
import { type Settings, useSettings } from "../lib/settings.tsx"
import { useAppText } from "../text/appText.ts"
import { FoldedTable } from "../ui/Table.tsx"

const HEIGHT = 240

interface Bar {
  name: string
  scans: number
}

const optionOf = (bars: readonly Bar[], { palette, format }: Settings) => {
  const names = bars.map(({ name }) => name)
  const describe = ([{ dataIndex }]: [{ dataIndex: number }]) =>
    tip(names[dataIndex]!, [{ name: "", value: format.number(bars[dataIndex]!.scans, 0) }])
  return {
    tooltip: { ...bareTooltip, trigger: "axis", axisPointer: { type: "shadow" }, formatter: describe },
    grid: { left: 48, right: 8, top: 16, bottom: 28 },
    xAxis: namesAxis(palette, names),
    yAxis: { ...amountsAxis(palette, format.short), minInterval: 1 },
    series: [{ type: "bar", data: bars.map(({ scans }) => scans), itemStyle: { color: palette.grid } }],
  }
}

/** Histogram of solve times. */
export const SolveTimes = ({ solveTimes }: Pick<Answer<"GET /v1/operations">, "solveTimes">) => {
  const settings = useSettings()
  const { operations } = useAppText()
  const { format } = settings
  const bars = useMemo(() => {
    const time = (seconds: number) =>
      seconds < 1 ? `${format.short(1000 * seconds)} ms` : `${format.short(seconds)} s`
    const last = solveTimes.at(-2)?.upToSeconds ?? 0
    return solveTimes.map(({ upToSeconds, scans }) => ({
      name: upToSeconds === null ? `> ${time(last)}` : `≤ ${time(upToSeconds)}`,
      scans,
    }))
  }, [solveTimes, format])
  const option = useMemo(() => optionOf(bars, settings), [bars, settings])
  const rows = bars.map(({ name, scans }) => ({ key: name, cells: [name, format.number(scans, 0)] }))
  return (
    <figure className="card stack">
      <figcaption>
        <h2>{operations.times}</h2>
      </figcaption>
      {bars.some(({ scans }) => scans > 0) ? (
        <>
          <Chart label={operations.timesChart} option={option} height={HEIGHT} />
          <FoldedTable label={operations.times} head={[operations.time, operations.count]} rows={rows} />
        </>
      ) : (
        <p className="muted">{operations.noTimes}</p>
      )}
    </figure>
  )
}
