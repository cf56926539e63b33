import type { ShownOutlook } from "../../../domain/report/shownOutlook.ts"
import { useSettings } from "../lib/settings.tsx"

interface TornadoProps {
  drivers: ShownOutlook["drivers"]
  /** Net present value as assumed. */
  npv: number
}

/** Smallest effect that has a bar [EUR]. */
const LEAST_EUR = 0.5

/** The lowest and highest net present value of each driver that changes it, the widest first. */
const barsOf = ({ drivers, npv }: TornadoProps) =>
  drivers
    .map(({ name, npvLow, npvHigh }) => {
      const values = [npv, npvLow ?? npv, npvHigh ?? npv]
      return { name, low: Math.min(...values), high: Math.max(...values) }
    })
    .filter(({ low, high }) => high - low >= LEAST_EUR)
    .toSorted((a, b) => b.high - b.low - (a.high - a.low))

/** Effect of each assumption on the net present value: the table below as bars; empty without effects. */
export const Tornado = (props: TornadoProps) => {
  const { text, format } = useSettings()
  const { drivers: names, range, tornado } = text.report.outlook
  const bars = barsOf(props)
  if (bars.length === 0) return null
  const least = Math.min(...bars.map(({ low }) => low))
  const span = Math.max(...bars.map(({ high }) => high)) - least
  const share = (eur: number) => `${(100 * eur) / span}%`
  const npvShare = share(props.npv - least)
  return (
    <dl className="tornado" aria-label={tornado}>
      {bars.map(({ name, low, high }) => (
        <div key={name}>
          <dt>{names[name]}</dt>
          <dd className="track" aria-hidden="true">
            <span style={{ left: share(low - least), width: share(high - low) }} />
            <i style={{ left: npvShare }} />
          </dd>
          <dd>{range(format.eur(low), format.eur(high))}</dd>
        </div>
      ))}
    </dl>
  )
}
