import { useCallback, useMemo, useState } from "react"
import type { ProfileChart } from "../../../../domain/profile/charts.ts"
import { useSession } from "../app/session.tsx"
import { amountsAxis, namesAxis } from "../charts/axes.ts"
import { Chart } from "../charts/Chart.tsx"
import { bareTooltip, tip } from "../charts/tip.ts"
import { useLoad } from "../lib/load.ts"
import { type Settings, useSettings } from "../lib/settings.tsx"
import { dayOfYear } from "../report/dates.ts"
import { useAppText } from "../text/appText.ts"
import { Async } from "../ui/Async.tsx"
import { Labelled } from "../ui/Field.tsx"
import { Legend } from "../ui/Legend.tsx"
import { Segments } from "../ui/Segments.tsx"
import { FoldedTable } from "../ui/Table.tsx"
import type { Profile } from "./profile.ts"

const HEIGHT = 300
const DATE_LENGTH = "2026-01-01".length
const VIEWS = ["week", "month", "year"] as const
type View = (typeof VIEWS)[number]
const LAST_INDEX: Record<View, number> = { week: 51, month: 11, year: 0 }

interface Names {
  baseline: string
  combined: string
}

const optionOf = (chart: ProfileChart, names: Names, { palette, format }: Settings) => {
  const describe = ([{ dataIndex }]: { dataIndex: number }[]) =>
    tip(chart.labels[dataIndex], [
      { name: names.baseline, colour: palette["line-strong"], value: format.kwh(chart.baseline[dataIndex]) },
      { name: names.combined, colour: palette.accent, value: format.kwh(chart.combined[dataIndex]) },
    ])
  const axis = namesAxis(palette, chart.labels)
  const byDay = {
    interval: 23,
    align: "left",
    formatter: (label: string) => format.day(dayOfYear(label.slice(0, DATE_LENGTH)) ?? 0),
  }
  const line = { type: "line", symbol: "none", step: chart.intervalType === "hour" ? "middle" : false }
  return {
    tooltip: { ...bareTooltip, trigger: "axis", formatter: describe },
    grid: { left: 52, right: 8, top: 28, bottom: 28 },
    xAxis: { ...axis, axisLabel: { ...axis.axisLabel, ...(chart.intervalType === "hour" ? byDay : {}) } },
    yAxis: amountsAxis(palette, format.short, chart.unit),
    series: [
      {
        ...line,
        data: chart.combined,
        lineStyle: { color: palette.accent, width: 2 },
        areaStyle: { color: palette.accent, opacity: 0.15 },
      },
      { ...line, data: chart.baseline, lineStyle: { color: palette["line-strong"], width: 2 } },
    ],
  }
}

const Drawing = ({ chart }: { chart: ProfileChart }) => {
  const settings = useSettings()
  const { studio } = useAppText()
  const { palette, format } = settings
  const { baseline, combined } = studio
  const option = useMemo(() => optionOf(chart, { baseline, combined }, settings), [chart, baseline, combined, settings])
  const rows = chart.labels.map((label, index) => ({
    key: label,
    cells: [label, format.kwh(chart.baseline[index]), format.kwh(chart.combined[index])],
  }))
  return (
    <>
      <Legend
        items={[
          { name: combined, colour: palette.accent, isLine: true },
          { name: baseline, colour: palette["line-strong"], isLine: true },
        ]}
      />
      <Chart label={studio.chartAlt} option={option} height={HEIGHT} />
      <FoldedTable label={studio.chart} head={[studio.when, baseline, combined]} rows={rows} />
    </>
  )
}

const IndexSlider = ({ view, index, onIndex }: { view: View; index: number; onIndex(index: number): void }) => {
  const { studio } = useAppText()
  const { format } = useSettings()
  if (view === "year") return null
  const shown = view === "week" ? String(index + 1) : format.month(index, "long")
  return (
    <Labelled label={studio.index[view]} hint={shown}>
      {attributes => (
        <input
          type="range"
          {...attributes}
          min={0}
          max={LAST_INDEX[view]}
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
  const { id, updatedAt } = profile
  const query = `?view=${view}${view === "year" ? "" : `&index=${index}`}&_=${encodeURIComponent(updatedAt)}`
  const path = `/v1/studio-profiles/${id}/chart${query}`
  const chart = useLoad(useCallback(signal => ask<ProfileChart>(path, { signal }), [ask, path]))
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
            options={VIEWS.map(name => [name, studio.views[name]] as const)}
            onChange={choose}
          />
          <IndexSlider view={view} index={index} onIndex={setIndex} />
        </div>
      </div>
      <Async loaded={chart}>{value => <Drawing chart={value} />}</Async>
    </figure>
  )
}
