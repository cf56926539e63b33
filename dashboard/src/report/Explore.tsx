import { useMemo, useState } from "react"
import { Chart } from "../charts/Chart.tsx"
import { useSettings } from "../lib/settings.tsx"
import { Segments } from "../ui/Segments.tsx"
import { FoldedTable } from "../ui/Table.tsx"
import type { Series } from "./data.ts"
import { dateOf, dayOfYear } from "./dates.ts"
import { amountText, exploreOption, legendOf, levelText, type Picture, pictureOf, type Unit } from "./exploreOption.ts"
import { INTERVALS, type Interval, shifted } from "./hours.ts"
import { Section } from "./Section.tsx"

const HEIGHT = 520
const HEIGHT_WITHOUT_BATTERY = 420

interface ExploreProps {
  series: Series | undefined
  /** Year of the calendar that dates are shown in. */
  year: number
  day: number
  onDay(dayOfYear: number): void
}

interface PickerProps extends Omit<ExploreProps, "series"> {
  interval: Interval
  onInterval(interval: Interval): void
  unit: Unit
  onUnit(unit: Unit): void
}

const Picker = ({ year, day, onDay, interval, onInterval, unit, onUnit }: PickerProps) => {
  const { text, format } = useSettings()
  const { explore } = text.report
  const options = INTERVALS.map(option => [option, explore.intervals[option]] as const)
  const pick = (date: string) => {
    const picked = dayOfYear(date)
    if (picked !== undefined) onDay(picked)
  }
  return (
    <div className="row no-print">
      <Segments label={explore.interval} value={interval} options={options} onChange={onInterval} />
      <Segments<Unit>
        label={explore.unit}
        value={unit}
        options={[
          ["energy", "kWh"],
          ["money", format.sign],
        ]}
        onChange={onUnit}
      />
      <div className="row">
        <button type="button" aria-label={explore.previous} onClick={() => onDay(shifted(interval, day, -1))}>
          ←
        </button>
        <label>
          <span className="hidden">{explore.date}</span>
          <input
            type="date"
            value={dateOf(year, day)}
            min={`${year}-01-01`}
            max={`${year}-12-31`}
            onChange={event => pick(event.target.value)}
          />
        </label>
        <button type="button" aria-label={explore.next} onClick={() => onDay(shifted(interval, day, 1))}>
          →
        </button>
      </div>
    </div>
  )
}

const PictureTable = ({ picture }: { picture: Picture }) => {
  const settings = useSettings()
  const { text, format } = settings
  const { explore } = text.report
  const columns = [
    ...picture.bars.map(({ name, values }) => ({
      name,
      values: values.map(value => amountText(value, picture, settings)),
    })),
    { name: picture.line.name, values: picture.line.values.map(value => amountText(value, picture, settings)) },
    ...(picture.level ? [{ name: explore.level, values: picture.level.map(level => levelText(level, settings)) }] : []),
    { name: explore.price, values: picture.price.map(format.eurPerKwh) },
  ]
  const rows = picture.labels.map((label, index) => ({
    key: `${index}`,
    cells: [label, ...columns.map(({ values }) => values[index])],
  }))
  return <FoldedTable label={explore.title} head={[explore.when, ...columns.map(({ name }) => name)]} rows={rows} />
}

/** One picture of any day, week, month or the year, with one choice of date. */
export const Explore = ({ series, year, day, onDay }: ExploreProps) => {
  const settings = useSettings()
  const { text, palette } = settings
  const { explore } = text.report
  const [interval, setInterval] = useState<Interval>("week")
  const [unit, setUnit] = useState<Unit>("energy")
  const picture = useMemo(
    () => series && pictureOf(series, { interval, day, unit }, settings),
    [series, interval, day, unit, settings],
  )
  const option = useMemo(() => picture && exploreOption(picture, settings), [picture, settings])
  return (
    <Section id="explore" title={explore.title} lead={explore.lead}>
      <figure className="card stack">
        <Picker {...{ year, day, onDay, interval, unit }} onInterval={setInterval} onUnit={setUnit} />
        {picture && option ? (
          <>
            <p className="small muted" role="status">
              {picture.title}
            </p>
            <Chart
              label={explore.chart}
              option={option}
              height={picture.level ? HEIGHT : HEIGHT_WITHOUT_BATTERY}
              legend={legendOf(picture, palette)}
              canZoom={interval === "week" || interval === "month"}
            />
            <PictureTable picture={picture} />
          </>
        ) : (
          <p className="loading">{text.report.hours.loading}</p>
        )}
      </figure>
    </Section>
  )
}
