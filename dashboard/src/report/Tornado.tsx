import { useSettings } from "../lib/settings.tsx"
import type { FullReport } from "./data.ts"

interface Bar {
  parameter: FullReport["sensitivity"][number]["parameter"]
  low: number
  high: number
}

/** The lowest and highest present value that each parameter gives, the widest first. */
const barsOf = ({ sensitivity, financial: { netPresentValue } }: FullReport): Bar[] =>
  [...new Set(sensitivity.map(({ parameter }) => parameter))]
    .map(parameter => {
      const values = sensitivity.flatMap(row => (row.parameter === parameter ? (row.netPresentValue ?? []) : []))
      return { parameter, low: Math.min(netPresentValue, ...values), high: Math.max(netPresentValue, ...values) }
    })
    .toSorted((a, b) => b.high - b.low - (a.high - a.low))

/** Effect of each assumption on the net present value: the table below as bars; empty without effects. */
export const Tornado = ({ report }: { report: FullReport }) => {
  const { text, format } = useSettings()
  const { parameters, range, tornado } = text.report.sensitivity
  const bars = barsOf(report)
  const least = Math.min(...bars.map(({ low }) => low))
  const span = Math.max(...bars.map(({ high }) => high)) - least
  if (span === 0) return null
  const share = (eur: number) => `${(100 * eur) / span}%`
  const own = share(report.financial.netPresentValue - least)
  return (
    <dl className="tornado" aria-label={tornado}>
      {bars.map(({ parameter, low, high }) => (
        <div key={parameter}>
          <dt>{parameters[parameter]}</dt>
          <dd className="track" aria-hidden="true">
            <span style={{ left: share(low - least), width: share(high - low) }} />
            <i style={{ left: own }} />
          </dd>
          <dd>{range(format.eur(low), format.eur(high))}</dd>
        </div>
      ))}
    </dl>
  )
}
