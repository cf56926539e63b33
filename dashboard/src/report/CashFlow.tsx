import { useMemo } from "react"
import { amountsAxis, letters, namesAxis } from "../charts/axes.ts"
import { Chart } from "../charts/Chart.tsx"
import { bareTooltip, tip } from "../charts/tip.ts"
import { type Settings, useSettings } from "../lib/settings.tsx"
import { FoldedTable } from "../ui/Table.tsx"
import type { ChartData } from "./data.ts"

const HEIGHT = 340

/** Alignment of the labels that name a year, to keep them inside a narrow drawing. */
const alignOf = (shareOfYears: number): "left" | "center" | "right" =>
  shareOfYears < 0.25 ? "left" : shareOfYears > 0.7 ? "right" : "center"

const returnLine = (year: number, years: number, { palette, text, format }: Settings) => ({
  silent: true,
  symbol: "none",
  lineStyle: { color: palette.good, type: "dashed", width: 1.5 },
  label: {
    ...letters(palette),
    color: palette.good,
    fontWeight: 600,
    formatter: text.report.money.returns(format.number(year, 0)),
    position: "end",
    distance: 4,
    rotate: 0,
    align: alignOf(year / years),
  },
  data: [{ xAxis: String(year) }],
})

const optionOf = (chart: ChartData, breakEvenYear: number | null, settings: Settings) => {
  const { palette, text, format } = settings
  const { money } = text.report
  const { cumulativeCashflows, yearlyCashflows } = chart
  const describe = ([{ dataIndex }]: [{ dataIndex: number }]) =>
    tip(`${money.year} ${dataIndex}`, [
      { name: money.yearly, colour: palette.band, value: format.eur(yearlyCashflows[dataIndex]) },
      { name: money.total, colour: palette.accent, value: format.eur(cumulativeCashflows[dataIndex]) },
    ])
  return {
    tooltip: { ...bareTooltip, trigger: "axis", formatter: describe },
    grid: { left: 62, right: 16, top: 30, bottom: 24 },
    xAxis: {
      ...namesAxis(palette, [...cumulativeCashflows.keys()].map(String)),
      axisLabel: { ...letters(palette), hideOverlap: true },
      axisLine: { onZero: true, lineStyle: { color: palette["line-strong"] } },
    },
    yAxis: amountsAxis(palette, format.short, format.sign),
    series: [
      {
        type: "bar",
        name: money.yearly,
        data: yearlyCashflows,
        itemStyle: { color: palette.band, borderRadius: 2 },
        barCategoryGap: "35%",
      },
      {
        type: "line",
        name: money.total,
        data: cumulativeCashflows,
        symbolSize: 5,
        symbol: "circle",
        lineStyle: { color: palette.accent, width: 2.5 },
        itemStyle: { color: palette.accent },
        ...(breakEvenYear === null ? {} : { markLine: returnLine(breakEvenYear, yearlyCashflows.length, settings) }),
      },
    ],
  }
}

/** Cumulative cash flow by year, with the break-even year. */
export const CashFlow = ({ chart, breakEvenYear }: { chart: ChartData; breakEvenYear: number | null }) => {
  const settings = useSettings()
  const { text, format, palette } = settings
  const { money } = text.report
  const option = useMemo(() => optionOf(chart, breakEvenYear, settings), [chart, breakEvenYear, settings])
  const rows = chart.cumulativeCashflows.map((total, year) => ({
    key: String(year),
    cells: [String(year), format.eur(chart.yearlyCashflows[year]), format.eur(total)],
    isTotal: year === breakEvenYear,
  }))
  return (
    <figure className="card stack">
      <figcaption>
        <h3>{money.cumulative}</h3>
        <p className="small muted">{money.cumulativeLead}</p>
      </figcaption>
      <Chart
        label={money.chart}
        option={option}
        height={HEIGHT}
        legend={[
          { name: money.total, colour: palette.accent, isLine: true },
          { name: money.yearly, colour: palette.band },
        ]}
      />
      <FoldedTable label={money.cumulative} head={[money.year, money.yearly, money.total]} rows={rows} />
    </figure>
  )
}
