import { useMemo } from "react"
import { amountsAxis, namesAxis } from "../charts/axes.ts"
import { Chart } from "../charts/Chart.tsx"
import { useSettings } from "../lib/settings.tsx"
import { useAppText } from "../text/appText.ts"
import { FoldedTable } from "../ui/Table.tsx"
import { bucketsOf, type Sample } from "./metrics.ts"

const HEIGHT = 240

/** How many scans took how long to solve. */
export const SolveTimes = ({ samples }: { samples: readonly Sample[] }) => {
  const { operations } = useAppText()
  const { palette, format } = useSettings()
  const bars = useMemo(
    () =>
      bucketsOf(samples, "scan_solve_seconds").map(({ upToSeconds, count }) => ({
        name: operations.upTo(
          upToSeconds === Number.POSITIVE_INFINITY ? "∞" : `${format.short(upToSeconds * 1000)} ms`,
        ),
        count,
      })),
    [samples, operations, format],
  )
  const option = useMemo(
    () => ({
      grid: { left: 48, right: 8, top: 24, bottom: 28 },
      xAxis: namesAxis(
        palette,
        bars.map(({ name }) => name),
      ),
      yAxis: { ...amountsAxis(palette, format.short), minInterval: 1 },
      series: [{ type: "bar", data: bars.map(({ count }) => count), itemStyle: { color: palette.grid } }],
    }),
    [bars, palette, format],
  )
  const rows = bars.map(({ name, count }) => ({ key: name, cells: [name, format.number(count, 0)] }))
  return (
    <figure className="card stack">
      <figcaption>
        <h2>{operations.times}</h2>
      </figcaption>
      <Chart label={operations.timesChart} option={option} height={HEIGHT} />
      <FoldedTable label={operations.times} head={[operations.time, operations.count]} rows={rows} />
    </figure>
  )
}
