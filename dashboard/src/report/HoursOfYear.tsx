import { useMemo } from "react"
import { useSettings } from "../lib/settings.tsx"
import type { Series } from "./data.ts"
import { sum } from "./data.ts"
import { HeatMap } from "./HeatMap.tsx"
import { Section } from "./Section.tsx"

interface HoursOfYearProps {
  series: Series | undefined
  onDay(dayOfYear: number): void
}

/** Bought less sold, hour by hour [kWh]. */
const gridOf = (series: Series): number[] =>
  series.gridUsedOnsite.map(
    (used, hour) => used + series.gridStored[hour]! - series.solarExported[hour]! - series.batteryExported[hour]!,
  )

const Maps = ({ series, onDay }: { series: Series; onDay(dayOfYear: number): void }) => {
  const { text, format, palette } = useSettings()
  const { maps, totals, bought, sold } = text.report.hours
  const produced = sum(series.solarProduction)
  const grid = useMemo(() => gridOf(series), [series])
  const highest = Math.max(...series.batteryLevel)
  const signed = (kwh: number) =>
    kwh === 0 ? format.kwh(0) : `${format.kwh(Math.abs(kwh))} ${kwh > 0 ? bought : sold}`
  const kwhOf = (...names: (keyof Series)[]) => format.kwh(sum(names.map(name => sum(series[name]))))
  return (
    <div className="two">
      <HeatMap
        name={maps.consumption}
        total={totals.energy(format.kwh(sum(series.consumption)))}
        values={series.consumption}
        above={palette.accent}
        show={format.kwh}
        onDay={onDay}
      />
      {produced > 0 ? (
        <HeatMap
          name={maps.solarProduction}
          total={totals.energy(format.kwh(produced))}
          values={series.solarProduction}
          above={palette.solar}
          show={format.kwh}
          onDay={onDay}
        />
      ) : null}
      {highest > 0 ? (
        <HeatMap
          name={maps.batteryLevel}
          total={totals.level(format.kwh(highest))}
          values={series.batteryLevel}
          above={palette.battery}
          show={format.kwh}
          onDay={onDay}
        />
      ) : null}
      <HeatMap
        name={maps.grid}
        total={totals.grid(kwhOf("gridUsedOnsite", "gridStored"), kwhOf("solarExported", "batteryExported"))}
        values={grid}
        above={palette.grid}
        below={palette.sold}
        show={signed}
        onDay={onDay}
      />
    </div>
  )
}

/** Pictures of the year with one point an hour, for each series of the site. */
export const HoursOfYear = ({ series, onDay }: HoursOfYearProps) => {
  const { text } = useSettings()
  const { title, lead, loading } = text.report.hours
  return (
    <Section id="hours" title={title} lead={lead}>
      {series ? <Maps series={series} onDay={onDay} /> : <p className="loading">{loading}</p>}
    </Section>
  )
}
