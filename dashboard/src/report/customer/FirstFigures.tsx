import { shownOutlook } from "../../../../domain/report/shownOutlook.ts"
import { type Settings, useSettings } from "../../lib/settings.tsx"
import { premiseValue, shownPremises } from "../Assumed.tsx"
import type { FullReport, ReportData } from "../data.ts"
import { isSpread, type Priced } from "../priced.ts"
import { plantOf } from "../Verdict.tsx"

interface Figure {
  name: string
  value: string
  range?: string | undefined
}

type Years = number | null
type ShownPremise = ReturnType<typeof shownPremises>[number]

/** Assumptions that the first screen names. */
const SHOWN_PREMISES = 2

/** Price of the offer, or of the report without one. */
const priceOf = ({ report, priced, offer }: FirstProps, { text, format }: Settings): Figure => {
  const { customer } = text.report
  const isBusiness = report.financial.parameters.customer === "business"
  const hasSubsidy = (offer?.totals.subsidy ?? 0) < 0
  const offerName = hasSubsidy ? customer.offerPriceAfterSubsidy : customer.offerPrice
  const estimateName = isBusiness ? customer.estimateWithoutVat : customer.estimate
  const name = isBusiness && priced.isOffer ? customer.offerPriceWithoutVat : priced.isOffer ? offerName : estimateName
  return { name, value: format.eur(priced.price) }
}

/** Savings and payback, each with its likely range and its middle if the report has futures. */
const gainsOf = ({ report, priced, isPartial }: FirstProps, { text, format }: Settings): Figure[] => {
  const { customer, kpi } = text.report
  const savings = isPartial ? undefined : shownOutlook(report)?.ranges?.firstYearSavings
  const years = (value: number | null) => (value === null ? kpi.never : format.years(value))
  const likely = ({ p10, p50, p90 }: { p10: Years; p50: Years; p90: Years }, show: (value: Years) => string) =>
    customer.likely(show(p10), show(p90), show(p50))
  const { payback, range } = priced
  return [
    {
      name: customer.saved,
      value: format.eur(report.overview.kpi.yearlySavings),
      range: savings && likely(savings, format.eur),
    },
    {
      name: customer.payback,
      value: years(payback),
      range: range && isSpread(range) ? likely(range, years) : undefined,
    },
  ]
}

/** Main assumptions in one sentence each, with a link to all. */
const ShortAssumed = ({ premises, isPartial }: { premises: readonly ShownPremise[]; isPartial: boolean }) => {
  const settings = useSettings()
  const { assumed, customer } = settings.text.report
  return (
    <div className={`stack small we-assumed${isPartial ? " stale-box" : ""}`} aria-busy={isPartial}>
      <span>
        <strong>{assumed.title}</strong>{" "}
        <a className="no-print" href="#assumptions">
          {customer.more}
        </a>
      </span>
      <ul>
        {premises.map(({ code, value }) => (
          <li key={code}>
            {assumed.readings[code as keyof typeof assumed.readings].assumed(premiseValue(code, value, settings))}
          </li>
        ))}
      </ul>
    </div>
  )
}

interface FirstProps extends Pick<ReportData, "report" | "offer"> {
  priced: Priced
  /** The last report with all parts. */
  atRest: FullReport
  /** True while that report is of the previously tried plant. */
  isPartial: boolean
}

/** Price, savings and payback with their ranges, and the main assumptions; empty if the report has none. */
export const FirstFigures = (props: FirstProps) => {
  const settings = useSettings()
  const { report, offer, atRest, priced, isPartial } = props
  const { customer } = settings.text.report
  const isPlant = plantOf(report, settings) !== undefined
  const figures = isPlant ? [priceOf(props, settings), ...gainsOf(props, settings)] : []
  const premises = shownPremises(atRest, priced).slice(0, SHOWN_PREMISES)
  if (figures.length === 0 && premises.length === 0 && !offer) return null
  return (
    <div className="card stack first-figures">
      {figures.length > 0 ? (
        <dl>
          {figures.map(({ name, value, range }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="value">{value}</dd>
              {range ? <dd className="small muted">{range}</dd> : null}
            </div>
          ))}
        </dl>
      ) : null}
      {offer ? (
        <a className="small no-print" href="#offer">
          {customer.readOffer}
        </a>
      ) : null}
      {premises.length > 0 ? <ShortAssumed {...{ premises, isPartial }} /> : null}
    </div>
  )
}
