import { useCallback, useMemo, useState } from "react"
import type { ProfileChart } from "../../../domain/site/profiles/charts.ts"
import { useSession } from "../app/session.tsx"
import { amountsAxis, namesAxis } from "../charts/axes.ts"
import { Chart } from "../charts/Chart.tsx"
import { bareTooltip, tip } from "../charts/tip.ts"
import type { Format } from "../lib/format.ts"
import { useLoad } from "../lib/load.ts"
import type { ColourName } from "../lib/palette.ts"
import { type Settings, useSettings } from "../lib/settings.tsx"
import { dayOfYear } from "../report/dates.ts"
import { type AppText, useAppText } from "../text/appText.ts"
import { Async } from "../ui/Async.tsx"
import { Labelled } from "../ui/Field.tsx"
import { Legend } from "../ui/Legend.tsx"
import { Segments } from "../ui/Segments.tsx"
import { FoldedTable } from "../ui/Table.tsx"
import type { Profile } from "./profile.ts"

const HEIGHT = 300
const DATE_LENGTH = "2026-01-01".length
const VIEWS = ["week", "month", "year", "production", "export"] as const
type View = (typeof VIEWS)[number]
/** Last week and month of the year; the other views show all of it. */
const LAST_INDEX: Partial<Record<View, number>> = { week: 51, month: 11 }

interface Line {
  name: string
  colour: ColourName
  values: readonly number[]
  isFilled: boolean
}

const linesOf = (chart: ProfileChart, { baseline, combined, views }: AppText["studio"]): Line[] => {
  if (chart.production) return [{ name: views.production, colour: "solar", values: chart.production, isFilled: true }]
  if (chart.export) return [{ name: views.export, colour: "sold", values: chart.export, isFilled: true }]
  return [
    { name: combined, colour: "accent", values: chart.combined, isFilled: true },
    { name: baseline, colour: "line-strong", values: chart.baseline, isFilled: false },
  ]
}

/** A label of a chart as the page's language writes it: `14 June, 13:00`, `14 June`, `June`. */
const shownLabel = (chart: ProfileChart, label: string, format: Format): string => {
  if (chart.intervalType === "month") return format.month(Number(label.slice(-2)) - 1, "long")
  const day = format.day(dayOfYear(label.slice(0, DATE_LENGTH)) ?? 0)
  return chart.intervalType === "day" ? day : `${day}, ${label.slice(DATE_LENGTH + 1, DATE_LENGTH + 6)}`
}

const optionOf = (chart: ProfileChart, lines: readonly Line[], { palette, format }: Settings) => {
  const describe = ([{ dataIndex }]: [{ dataIndex: number }]) =>
    tip(
      shownLabel(chart, chart.labels[dataIndex]!, format),
      lines.map(({ name, colour, values }) => ({
        name,
        colour: palette[colour],
        value: format.kwh(values[dataIndex]),
      })),
    )
  const axis = namesAxis(palette, chart.labels)
  const day = (label: string) => format.day(dayOfYear(label.slice(0, DATE_LENGTH)) ?? 0)
  const formatters = {
    hour: { interval: 23, align: "left", formatter: day },
    day: { formatter: day },
    month: { formatter: (label: string) => format.month(Number(label.slice(-2)) - 1) },
  }
  return {
    tooltip: { ...bareTooltip, trigger: "axis", formatter: describe },
    grid: { left: 52, right: 8, top: 28, bottom: 28 },
    xAxis: { ...axis, axisLabel: { ...axis.axisLabel, ...formatters[chart.intervalType] } },
    yAxis: amountsAxis(palette, format.short, chart.unit),
    series: lines.map(({ colour, values, isFilled }) => ({
      type: "line",
      symbol: "none",
      step: chart.intervalType === "hour" ? "middle" : false,
      data: values,
      lineStyle: { color: palette[colour], width: 2 },
      ...(isFilled ? { areaStyle: { color: palette[colour], opacity: 0.15 } } : {}),
    })),
  }
}

const Drawing = ({ chart }: { chart: ProfileChart }) => {
  const settings = useSettings()
  const { studio } = useAppText()
  const { palette, format } = settings
  const lines = useMemo(() => linesOf(chart, studio), [chart, studio])
  const option = useMemo(() => optionOf(chart, lines, settings), [chart, lines, settings])
  const rows = chart.labels.map((label, index) => ({
    key: label,
    cells: [shownLabel(chart, label, format), ...lines.map(({ values }) => format.kwh(values[index]))],
  }))
  return (
    <>
      <Legend items={lines.map(({ name, colour }) => ({ name, colour: palette[colour], isLine: true }))} />
      <Chart label={studio.chartAlt} option={option} height={HEIGHT} />
      <FoldedTable label={studio.chart} head={[studio.when, ...lines.map(({ name }) => name)]} rows={rows} />
    </>
  )
}

const IndexSlider = ({ view, index, onIndex }: { view: View; index: number; onIndex(index: number): void }) => {
  const { studio } = useAppText()
  const { format } = useSettings()
  const last = LAST_INDEX[view]
  if (last === undefined || (view !== "week" && view !== "month")) return null
  const shown = view === "week" ? String(index + 1) : format.month(index, "long")
  return (
    <Labelled label={studio.index[view]} hint={shown}>
      {attributes => (
        <input
          type="range"
          {...attributes}
          min={0}
          max={last}
          value={index}
          aria-valuetext={shown}
          onChange={event => onIndex(Number(event.target.value))}
        />
      )}
    </Labelled>
  )
}

/** A profile's base and what its layers make of it: a week by hours, a month by days, the year by months. */
export const ProfileChartCard = ({ profile }: { profile: Profile }) => {
  const { ask } = useSession()
  const { studio } = useAppText()
  const [view, setView] = useState<View>("week")
  const [index, setIndex] = useState(0)
  const hasProduction = profile.productionResult?.some(kwh => kwh > 0) ?? false
  const views = VIEWS.filter(name => hasProduction || (name !== "production" && name !== "export"))
  const { id, updatedAt } = profile
  const chart = useLoad(
    useCallback(
      signal => {
        const query = { view, ...(view in LAST_INDEX ? { index } : {}) }
        return ask("GET /v1/studio-profiles/{id}/chart", { params: { id }, query, signal })
      },
      [ask, id, view, index],
    ),
    updatedAt,
  )
  const choose = (chosen: View) => {
    setView(chosen)
    setIndex(0)
  }
  return (
    <figure className="card stack">
      <div className="row spread">
        <figcaption>
          <h2>{studio.chart}</h2>
        </figcaption>
        <div className="row">
          <Segments<View>
            label={studio.view}
            value={view}
            options={views.map(name => [name, studio.views[name]] as const)}
            onChange={choose}
          />
          <IndexSlider view={view} index={index} onIndex={setIndex} />
        </div>
      </div>
      <Async loaded={chart}>{value => <Drawing chart={value} />}</Async>
    </figure>
  )
}
