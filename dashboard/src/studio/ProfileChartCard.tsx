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
import { Segments } from "../ui/Segments.tsx"
import { FoldedTable } from "../ui/Table.tsx"
import type { Profile } from "./profile.ts"
import { useQuestionText } from "./questionText.ts"

const HEIGHT = 300
const DATE_LENGTH = "2026-01-01".length
const VIEWS = ["day", "week", "month", "year", "production", "export"] as const
type View = (typeof VIEWS)[number]
/** Last index of the day, week and month views; the other views show the whole year. */
const LAST_INDEX: Partial<Record<View, number>> = { day: 364, week: 51, month: 11 }
const HOURS_PER_DAY = 24
/** Any year without 29 February: the service takes the day of the profile's own. */
const YEAR_START_MS = Date.UTC(2025, 0, 1)
const MS_PER_DAY = 86_400_000

const CHARTS = {
  studio: "GET /v1/studio-profiles/{id}/chart",
  energyhub: "GET /v1/energyhub-profiles/{id}/chart",
  laadplein: "GET /v1/laadplein-profiles/{id}/chart",
} as const
export type ProfileKind = keyof typeof CHARTS

/** Query for a view: a day is the beginning of the week that begins on it. */
const queryOf = (view: View, index: number) => {
  if (view !== "day") return { view, ...(view in LAST_INDEX ? { index } : {}) }
  const startDate = new Date(YEAR_START_MS + index * MS_PER_DAY).toISOString().slice(0, DATE_LENGTH)
  return { view: "week" as const, startDate }
}

const firstDay = (chart: ProfileChart): ProfileChart => {
  const cut = <T,>(values: readonly T[]) => values.slice(0, HOURS_PER_DAY)
  const { labels, instants, baseline, combined } = chart
  return { ...chart, labels: cut(labels), instants: cut(instants), baseline: cut(baseline), combined: cut(combined) }
}

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
    { name: baseline, colour: "band", values: chart.baseline, isFilled: false },
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
    hour:
      chart.labels.length === HOURS_PER_DAY
        ? { interval: 2, formatter: (label: string) => label.slice(DATE_LENGTH + 1, DATE_LENGTH + 6) }
        : { interval: 23, align: "left", formatter: day },
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
      <Chart
        label={studio.chartAlt}
        option={option}
        height={HEIGHT}
        legend={lines.map(({ name, colour }) => ({ name, colour: palette[colour], isLine: true }))}
      />
      <FoldedTable label={studio.chart} head={[studio.when, ...lines.map(({ name }) => name)]} rows={rows} />
    </>
  )
}

const IndexSlider = ({ view, index, onIndex }: { view: View; index: number; onIndex(index: number): void }) => {
  const { studio } = useAppText()
  const { format } = useSettings()
  const last = LAST_INDEX[view]
  const { views } = useQuestionText()
  if (last === undefined || (view !== "day" && view !== "week" && view !== "month")) return null
  const shown = { day: format.day(index), week: String(index + 1), month: format.month(index, "long") }[view]
  return (
    <Labelled label={view === "day" ? views.day : studio.index[view]} hint={shown}>
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

interface CardProps {
  kind: ProfileKind
  profile: Pick<Profile, "id" | "updatedAt" | "hasSolarLayer" | "totalExportKwh">
}

/** A profile's base and the result with its layers: a day or week by hours, a month by days, the year by months. */
export const ProfileChartCard = ({ kind, profile }: CardProps) => {
  const { ask } = useSession()
  const { studio } = useAppText()
  const { views: moreViews } = useQuestionText()
  const [view, setView] = useState<View>("week")
  const [index, setIndex] = useState(0)
  const { id, updatedAt, hasSolarLayer, totalExportKwh } = profile
  const hasProduction = hasSolarLayer || totalExportKwh > 0
  const views = VIEWS.filter(name => hasProduction || (name !== "production" && name !== "export"))
  const chart = useLoad(
    useCallback(
      async signal => {
        const chart = await ask(CHARTS[kind], { params: { id }, query: queryOf(view, index), signal })
        return view === "day" ? firstDay(chart) : chart
      },
      [ask, kind, id, view, index],
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
            options={views.map(name => [name, name === "day" ? moreViews.day : studio.views[name]] as const)}
            onChange={choose}
          />
          <IndexSlider view={view} index={index} onIndex={setIndex} />
        </div>
      </div>
      <Async loaded={chart}>{value => <Drawing chart={value} />}</Async>
    </figure>
  )
}
