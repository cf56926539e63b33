import { type PointerEvent, useEffect, useMemo, useRef, useState } from "react"
import { createRamp, hourUnder, paintRamp, paintYear, scaleOf } from "../charts/heat.ts"
import { arriving } from "../lib/arriving.ts"
import { useSettings } from "../lib/settings.tsx"
import { useFailure } from "../ui/ErrorBoundary.tsx"
import { FoldedTable } from "../ui/Table.tsx"
import { meansByMonthAndHour } from "./hours.ts"

const MONTHS = Array.from({ length: 12 }, (_, month) => month)
const HOURS_OF_DAY = Array.from({ length: 24 }, (_, hour) => hour)
const HOUR_MARKS = ["0:00", "6:00", "12:00", "18:00", "24:00"]

interface HeatMapProps {
  name: string
  /** Total of the hours, in words. */
  total: string
  /** 8760 values; negative values are a separate side if `below` names a colour. */
  values: readonly number[]
  above: string
  below?: string | undefined
  show(value: number): string
  onDay(dayOfYear: number): void
}

const Readings = ({ name, values, show }: Pick<HeatMapProps, "name" | "values" | "show">) => {
  const { text, format } = useSettings()
  const means = useMemo(() => meansByMonthAndHour(values), [values])
  const rows = MONTHS.map(month => ({
    key: String(month),
    cells: [format.month(month, "long"), ...means[month]!.map(mean => show(mean))],
  }))
  const head = [text.report.hours.month, ...HOURS_OF_DAY.map(hour => `${hour}:00`)]
  return <FoldedTable label={`${name}: ${text.report.hours.mean}`} head={head} rows={rows} />
}

/** The colours of a map and the values of their ends. */
const Ramp = ({ values, above, below, show }: Omit<HeatMapProps, "name" | "total" | "onDay">) => {
  const { palette, text } = useSettings()
  const canvas = useRef<HTMLCanvasElement>(null)
  const scale = useMemo(() => scaleOf(values), [values])
  useEffect(() => {
    if (canvas.current) paintRamp(canvas.current, createRamp(palette, above, below), below ? -1 : 0)
  }, [palette, above, below])
  return (
    <div className="ramp">
      <span>{below ? text.report.hours.sold : "0"}</span>
      <span aria-hidden="true">
        <canvas ref={canvas} />
      </span>
      <span>≥ {show(scale)}</span>
    </div>
  )
}

/** A year as 365 columns of 24 hours. */
export const HeatMap = ({ name, total, values, above, below, show, onDay }: HeatMapProps) => {
  const { palette, format, text } = useSettings()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [hour, setHour] = useState<number>()
  const { fail, shown } = useFailure()
  useEffect(() => {
    if (canvas.current) paintYear(canvas.current, values, scaleOf(values), createRamp(palette, above, below))
  }, [palette, values, above, below])
  const savePicture = async () =>
    canvas.current && (await arriving(() => import("../charts/chartCsv.ts"))).saveMapPicture(name, canvas.current)
  const saveNumbers = async () => (await arriving(() => import("../charts/chartCsv.ts"))).saveMapNumbers(name, values)
  const under = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLCanvasElement>) =>
    hourUnder(currentTarget, clientX, clientY)
  return (
    <figure className="card stack">
      <div className="row spread">
        <figcaption>
          <h3>{name}</h3>
          <span className="small muted">
            {hour === undefined ? total : `${format.dayHour(hour)}: ${show(values[hour]!)}`}
          </span>
        </figcaption>
        <Ramp values={values} above={above} below={below} show={show} />
      </div>
      <div className="heat">
        <div className="hours" aria-hidden="true">
          {HOUR_MARKS.map(mark => (
            <span key={mark}>{mark}</span>
          ))}
        </div>
        <canvas
          ref={canvas}
          role="img"
          aria-label={text.report.hours.alt(name, total)}
          onPointerMove={event => setHour(under(event))}
          onPointerLeave={() => setHour(undefined)}
          onPointerUp={event => onDay(Math.floor(under(event) / 24))}
        />
        <div className="months" aria-hidden="true">
          {MONTHS.map(month => {
            const [initial, ...rest] = format.month(month)
            return (
              <span key={month}>
                {initial}
                <span className="rest">{rest}</span>
              </span>
            )
          })}
        </div>
      </div>
      <div className="row no-print">
        <button type="button" className="plain small" onClick={() => savePicture().catch(fail)}>
          {text.common.picture}
        </button>
        <button type="button" className="plain small" onClick={() => saveNumbers().catch(fail)}>
          {text.common.numbers}
        </button>
      </div>
      {shown}
      <Readings name={name} values={values} show={show} />
    </figure>
  )
}
