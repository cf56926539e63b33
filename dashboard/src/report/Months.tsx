import { useMemo } from "react"
import { amountsAxis, namesAxis } from "../charts/axes.ts"
import { Chart } from "../charts/Chart.tsx"
import { bareTooltip, tip } from "../charts/tip.ts"
import type { ColourName } from "../lib/palette.ts"
import { type Settings, useSettings } from "../lib/settings.tsx"
import { FoldedTable } from "../ui/Table.tsx"
import type { ChartData } from "./data.ts"
import { Section } from "./Section.tsx"

const HEIGHT = 260
const COMPACT_HEIGHT = 150
const MONTHS = Array.from({ length: 12 }, (_, month) => month)

export interface MonthBars {
  name: string
  colour: ColourName
  values: readonly number[]
}

interface MonthChartProps {
  title: string
  lead?: string
  unit: string
  bars: readonly MonthBars[]
  isStacked: boolean
  show(value: number): string
  /** A lower drawing alone, without title, legend and table. */
  isCompact?: boolean
}

const optionOf = (props: Omit<MonthChartProps, "title" | "lead" | "isCompact">, { palette, format }: Settings) => {
  const { bars, isStacked, show, unit } = props
  const describe = ([{ dataIndex }]: [{ dataIndex: number }]) =>
    tip(
      format.month(dataIndex, "long"),
      bars.map(({ name, colour, values }) => ({ name, colour: palette[colour], value: show(values[dataIndex]!) })),
    )
  return {
    tooltip: { ...bareTooltip, trigger: "axis", axisPointer: { type: "shadow" }, formatter: describe },
    grid: { left: 52, right: 4, top: 28, bottom: 24 },
    xAxis: namesAxis(
      palette,
      MONTHS.map(month => format.month(month)),
    ),
    yAxis: amountsAxis(palette, format.short, unit),
    series: bars.map(({ name, colour, values }) => ({
      type: "bar",
      name,
      data: values,
      ...(isStacked ? { stack: "all" } : { barGap: "8%" }),
      barCategoryGap: "28%",
      itemStyle: { color: palette[colour], borderRadius: isStacked ? 0 : [2, 2, 0, 0] },
    })),
  }
}

/** Bars of the twelve months, with their table. */
export const MonthChart = ({ title, lead, unit, bars, isStacked, show, isCompact = false }: MonthChartProps) => {
  const settings = useSettings()
  const { text, format, palette } = settings
  const option = useMemo(
    () => optionOf({ bars, isStacked, show, unit }, settings),
    [bars, isStacked, show, unit, settings],
  )
  const rows = MONTHS.map(month => ({
    key: String(month),
    cells: [format.month(month, "long"), ...bars.map(({ values }) => show(values[month]!))],
  }))
  const drawing = (
    <Chart
      label={text.report.months.chart(title)}
      option={option}
      height={isCompact ? COMPACT_HEIGHT : HEIGHT}
      {...(bars.length > 1 && !isCompact
        ? { legend: bars.map(({ name, colour }) => ({ name, colour: palette[colour] })) }
        : {})}
    />
  )
  if (isCompact) return drawing
  return (
    <figure className="card stack">
      <figcaption>
        <h3>{title}</h3>
        {lead ? <p className="small muted">{lead}</p> : null}
      </figcaption>
      {drawing}
      <FoldedTable label={title} head={[text.report.months.month, ...bars.map(({ name }) => name)]} rows={rows} />
    </figure>
  )
}

/** Purchased energy by month, without and with the plant. */
export const BoughtByMonth = ({ chart }: { chart: ChartData }) => {
  const { text, format } = useSettings()
  const { months } = text.report
  const bought = useMemo<MonthBars[]>(
    () => [
      { name: months.without, colour: "band", values: chart.baselineGridConsumption },
      {
        name: months.with,
        colour: "grid",
        values: chart.gridUsedOnsite.map((kwh, month) => kwh + chart.gridStored[month]!),
      },
    ],
    [chart, months],
  )
  return (
    <MonthChart
      title={months.bought}
      lead={months.boughtLead}
      unit="kWh"
      bars={bought}
      isStacked={false}
      show={format.kwh}
    />
  )
}

/** Purchased energy and its cost by month. */
export const Months = ({ chart }: { chart: ChartData }) => {
  const { text, format } = useSettings()
  const { months } = text.report
  const costs = useMemo<MonthBars[]>(() => {
    const parts: MonthBars[] = [
      { name: months.energy, colour: "grid", values: chart.monthlyEnergyCosts },
      { name: months.demand, colour: "sold", values: chart.monthlyDemandCosts },
      { name: months.fixed, colour: "band", values: chart.monthlyFixedCosts },
    ]
    return parts.filter(({ values }, index) => index === 0 || values.some(value => value !== 0))
  }, [chart, months])
  return (
    <Section id="months" title={months.title}>
      <div className="two">
        <BoughtByMonth chart={chart} />
        <MonthChart
          title={months.costs}
          lead={months.costsLead}
          unit={format.sign}
          bars={costs}
          isStacked
          show={format.eur}
        />
      </div>
    </Section>
  )
}
