import { useMemo } from "react"
import { amountsAxis, letters, namesAxis } from "../charts/axes.ts"
import { Chart } from "../charts/Chart.tsx"
import { bareTooltip, tip } from "../charts/tip.ts"
import { type Settings, useSettings } from "../lib/settings.tsx"
import { FoldedTable } from "../ui/Table.tsx"
import type { Cash } from "./priced.ts"

const HEIGHT = 340
const COMPACT_HEIGHT = 160
const BAND_OPACITY = 0.22
/** Years from one label of the axis to the next. */
const LABELLED_YEARS = 5

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

/** Line between the years, without a mark. */
const line = (name: string, data: readonly number[], style: object) => ({
  ...{ type: "line", name, data, symbol: "none", lineStyle: { width: 0 }, silent: true },
  ...style,
})

/** Area between the balances that 10 % and 90 % of the futures stay below. */
const bandSeries = ({ low, high }: NonNullable<Cash["band"]>, name: string, color: string) => {
  const stack = { stack: "band", stackStrategy: "all" }
  const areaStyle = { color, opacity: BAND_OPACITY }
  return [
    line(name, low, stack),
    line(
      name,
      high.map((balance, year) => balance - low[year]!),
      { ...stack, areaStyle },
    ),
  ]
}

/** Series of the cash flow in words, with their colours. */
const seriesOf = ({ yearly, balances, band, withLoan }: Cash, { palette, text, format }: Settings) => {
  const { money } = text.report
  const { eur } = format
  return [
    { name: money.total, colour: palette.accent, isLine: true, show: (year: number) => eur(balances[year]) },
    ...(withLoan
      ? [{ name: money.withLoan, colour: palette.sold, isLine: true, show: (year: number) => eur(withLoan[year]) }]
      : []),
    ...(band
      ? [
          {
            ...{ name: money.band, colour: palette.grid, isLine: false },
            show: (year: number) => money.bandOf(eur(band.low[year]), eur(band.high[year])),
          },
        ]
      : []),
    { name: money.yearly, colour: palette.band, isLine: false, show: (year: number) => eur(yearly[year]) },
  ]
}

const optionOf = (cash: Cash, settings: Settings) => {
  const { palette, text, format } = settings
  const { money } = text.report
  const { yearly, balances, breakEvenYear, band, withLoan } = cash
  const shown = seriesOf(cash, settings)
  const describe = ([{ dataIndex }]: [{ dataIndex: number }]) =>
    tip(
      `${money.year} ${dataIndex}`,
      shown.map(({ name, colour, show }) => ({ name, colour, value: show(dataIndex) })),
    )
  return {
    tooltip: { ...bareTooltip, trigger: "axis", formatter: describe },
    grid: { left: 62, right: 16, top: 30, bottom: 24 },
    xAxis: {
      ...namesAxis(palette, [...balances.keys()].map(String)),
      axisLabel: {
        ...letters(palette),
        hideOverlap: true,
        interval: (year: number) => year % LABELLED_YEARS === 0,
      },
      axisLine: { onZero: true, lineStyle: { color: palette["line-strong"] } },
    },
    yAxis: amountsAxis(palette, format.short, format.sign),
    series: [
      ...(band ? bandSeries(band, money.band, palette.grid) : []),
      {
        type: "bar",
        name: money.yearly,
        data: yearly,
        itemStyle: { color: palette.band, borderRadius: 2 },
        barCategoryGap: "35%",
      },
      {
        type: "line",
        name: money.total,
        data: balances,
        symbolSize: 5,
        symbol: "circle",
        lineStyle: { color: palette.accent, width: 2.5 },
        itemStyle: { color: palette.accent },
        ...(breakEvenYear === null ? {} : { markLine: returnLine(breakEvenYear, yearly.length, settings) }),
      },
      ...(withLoan
        ? [line(money.withLoan, withLoan, { lineStyle: { color: palette.sold, width: 2.5, type: "dashed" } })]
        : []),
    ],
  }
}

/** Cumulative cash flow by year with its range, its break-even year, and the loan of an offer. */
export const CashFlow = ({ cash, isCompact = false }: { cash: Cash; isCompact?: boolean }) => {
  const settings = useSettings()
  const { money } = settings.text.report
  const option = useMemo(() => optionOf(cash, settings), [cash, settings])
  const shown = seriesOf(cash, settings)
  const rows = cash.balances.map((_, year) => ({
    key: String(year),
    cells: [String(year), ...shown.map(({ show }) => show(year))],
    isTotal: year === cash.breakEvenYear,
  }))
  const Heading = isCompact ? "h2" : "h3"
  return (
    <figure className="card stack">
      <figcaption>
        <Heading>{money.cumulative}</Heading>
        {isCompact ? null : <p className="small muted">{money.cumulativeLead}</p>}
      </figcaption>
      <Chart label={money.chart} option={option} height={isCompact ? COMPACT_HEIGHT : HEIGHT} legend={shown} />
      <FoldedTable label={money.cumulative} head={[money.year, ...shown.map(({ name }) => name)]} rows={rows} />
    </figure>
  )
}
