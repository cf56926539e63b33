import { type ReactNode, useMemo } from "react"
import { spentOn } from "../../../domain/report/offer/price.ts"
import { fitting } from "../lib/format.ts"
import { type Settings, useSettings } from "../lib/settings.tsx"
import { Table } from "../ui/Table.tsx"
import { decimalsBeside, writtenDifference } from "./addingUp.ts"
import { CashFlow } from "./CashFlow.tsx"
import type { ChartData, FullReport } from "./data.ts"
import { pricedOf } from "./priced.ts"
import { Section } from "./Section.tsx"

interface Comparison {
  name: string
  without: number
  with: number
  show(value: number): string
  /** Value of a whole bar; default: the larger of the two. */
  whole?: number
  /** Difference as written; default: the difference of the figures. */
  difference?: number
  /** Formatter of the difference if it has another unit. */
  showDifference?(value: number): string
}

/** Figures compared without and with the new plant. */
export const comparisons = (report: FullReport, { text, format }: Settings): Comparison[] => {
  const { figures } = text.report.money
  const { electricityGrid: grid, overview, financial, sustainability } = report
  const fedInKwh = sustainability.energyBalance.gridFeedInKwh
  const { costComparison: costs, parameters } = financial
  return [
    {
      name: figures.bought,
      without: grid.annualEnergySuppliedKwhBau,
      with: grid.annualEnergySuppliedKwh,
      show: format.kwh,
    },
    ...(grid.annualFeedInKwhBau === undefined
      ? []
      : [{ name: figures.fedIn, without: grid.annualFeedInKwhBau, with: fedInKwh, show: format.kwh }]),
    powers(figures.peak, grid.peakGridDemandKwBau, grid.peakGridDemandKw, format),
    ...(grid.peakGridFeedInKw === undefined || grid.peakGridFeedInKwBau === undefined
      ? []
      : [powers(figures.peakFeedIn, grid.peakGridFeedInKwBau, grid.peakGridFeedInKw, format)]),
    {
      name: figures.sufficiency,
      without: overview.kpi.selfSufficiencyBaseline,
      with: overview.kpi.selfSufficiency,
      show: format.percent,
      whole: 1,
      showDifference: format.points,
    },
    amounts(figures.firstYear, costs.firstYearBaseline, costs.firstYearOptimized, format),
    amounts(
      figures.lifetime(format.number(parameters.evaluationPeriod, 0)),
      costs.projectedBaseline,
      costs.projectedOptimized,
      format,
    ),
  ]
}

/** Two amounts whose written difference matches the written amounts. */
const amounts = (name: string, without: number, with_: number, { eur }: Settings["format"]): Comparison => {
  const decimals = decimalsBeside(with_ - without, [with_, -without])
  const difference = writtenDifference(without, with_, decimals)
  return { name, without, with: with_, show: value => eur(value, decimals), difference }
}

/** Two powers with the larger one's decimals; their written difference matches. */
const powers = (name: string, without: number, with_: number, format: Settings["format"]): Comparison => {
  const decimals = fitting(Math.max(without, with_))
  const show = (value: number) => (value === 0 ? format.kw(0) : `${format.number(value, decimals)}\u00a0kW`)
  return { name, without, with: with_, show, difference: writtenDifference(without, with_, decimals) }
}

/** Two bars, one above the other, on one scale. */
const Bars = ({ without, with: with_, whole }: Comparison) => {
  const largest = whole ?? (Math.max(Math.abs(without), Math.abs(with_)) || 1)
  const width = (value: number) => ({ width: `${(100 * Math.max(0, value)) / largest}%` })
  return (
    <div className="bars" aria-hidden="true">
      <span style={width(without)} />
      <span style={width(with_)} />
    </div>
  )
}

/** The site without the new plant and with it. */
const Compare = ({ report }: { report: FullReport }) => {
  const settings = useSettings()
  const { text, format } = settings
  const { money } = text.report
  const rows = comparisons(report, settings).map(comparison => ({
    key: comparison.name,
    cells: [
      comparison.name,
      comparison.show(comparison.without),
      comparison.show(comparison.with),
      format.signed(
        comparison.difference ?? comparison.with - comparison.without,
        comparison.showDifference ?? comparison.show,
      ),
      <Bars key="bars" {...comparison} />,
    ],
  }))
  return (
    <div className="card stack">
      <h3>{money.compare}</h3>
      <Table
        label={money.compare}
        head={[money.figure, money.without, money.with, money.difference, money.sideBySide]}
        rows={rows}
        isListing
      />
    </div>
  )
}

/** Positive amounts that lower the cost. */
const GAINS: ReadonlySet<string> = new Set(["feedInRevenue", "residualValue"])

/** Breakdown of the life-cycle cost. */
const Lifecycle = ({ report }: { report: FullReport }) => {
  const { text, format } = useSettings()
  const { money } = text.report
  const costs = report.overview.lifecycleCostBreakdown
  const amountOf = (name: keyof typeof money.rows) => costs[name] ?? 0
  const parts = (Object.keys(money.rows) as (keyof typeof money.rows)[]).filter(
    name => amountOf(name) !== 0 || name === "totalCost",
  )
  const signedOf = (name: keyof typeof money.rows) => (GAINS.has(name) ? -amountOf(name) : amountOf(name))
  const decimals = decimalsBeside(costs.totalCost, parts.filter(name => name !== "totalCost").map(signedOf))
  const rows = parts.map(name => ({
    key: name,
    cells: [money.rows[name], format.eur(signedOf(name), decimals)],
    isTotal: name === "totalCost",
  }))
  const title = money.lifecycle(format.number(report.financial.parameters.evaluationPeriod, 0))
  return (
    <div className="card stack">
      <h3>{title}</h3>
      <Table label={title} head={[money.what, money.amount]} rows={rows} />
    </div>
  )
}

type Part = NonNullable<NonNullable<FullReport["financial"]["parts"]>["panels"]>

/** Value of the panels and the battery separately and together; absent in older reports. */
const Parts = ({ report }: { report: FullReport }) => {
  const { text, format } = useSettings()
  const { money, kpi } = text.report
  const { parts, investment, netPresentValue, cashflowSummary } = report.financial
  if (!parts) return null
  const whole: Part = {
    investment: spentOn(investment),
    netPresentValue,
    returnPeriod: report.overview.kpi.returnPeriod,
    internalRateOfReturn: cashflowSummary.internalRateOfReturn ?? null,
  }
  const both = [parts.panels, parts.battery].filter(part => part !== null)
  const decimalsOf = (figure: "investment" | "netPresentValue") =>
    both.length > 1
      ? decimalsBeside(
          whole[figure],
          both.map(part => part[figure]),
        )
      : 0
  const [spentDecimals, valueDecimals] = [decimalsOf("investment"), decimalsOf("netPresentValue")]
  const row = (name: string, part: Part | null, isTotal = false) =>
    part
      ? [
          {
            key: name,
            cells: [
              name,
              format.eur(part.investment, spentDecimals),
              format.eur(part.netPresentValue, valueDecimals),
              part.returnPeriod === null ? kpi.never : format.years(part.returnPeriod),
              part.internalRateOfReturn === null ? "–" : format.percent(part.internalRateOfReturn, 1),
            ],
            isTotal,
          },
        ]
      : []
  const each = [...row(money.rows.solarInvestment, parts.panels), ...row(money.rows.batteryInvestment, parts.battery)]
  if (each.length === 0) return null
  const isBoth = each.length > 1
  const title = isBoth ? money.parts : each[0]!.key
  // Infinity for what never pays back.
  const years = ({ returnPeriod }: Part) => returnPeriod ?? Number.POSITIVE_INFINITY
  const isSooner = both.every(part => years(whole) < years(part))
  const lead = isSooner ? `${money.partsLead} ${money.partsSooner}` : money.partsLead
  const rows = isBoth ? [...each, ...row(money.whole, whole, true)] : each
  return (
    <div className="card stack">
      <h3>{title}</h3>
      {isBoth ? <p className="muted">{lead}</p> : null}
      <Table
        label={title}
        head={[money.part, kpi.investment, kpi.value, kpi.payback, money.internalRate]}
        rows={rows}
        isListing
      />
    </div>
  )
}

interface MoneyProps {
  report: FullReport
  chart: ChartData
  /** True while the outlook is of the previous plant. */
  isPartial: boolean
  children: ReactNode
}

/** Costs and benefits of the plant. */
export const Money = ({ report, chart, isPartial, children }: MoneyProps) => {
  const { text } = useSettings()
  const { cash } = useMemo(() => pricedOf({ report, chart, isPartial }), [report, chart, isPartial])
  return (
    <Section id="money" title={text.report.money.title}>
      <CashFlow cash={cash} />
      <Parts report={report} />
      <div className="beside top">
        <Compare report={report} />
        <Lifecycle report={report} />
      </div>
      {children}
    </Section>
  )
}
