import { shownOutlook } from "../../../../domain/report/shownOutlook.ts"
import { type Settings, useSettings } from "../../lib/settings.tsx"
import { premiseValue, shownPremises } from "../Assumed.tsx"
import type { FullReport, ReportData } from "../data.ts"
import { spentOn } from "../firstFigures.ts"
import { plantOf } from "../Verdict.tsx"

interface Figure {
  name: string
  value: string
  range?: string | undefined
}

type Years = number | null

/** Assumptions that the first screen names. */
const SHOWN_PREMISES = 2

/** Price of the offer, or of the report without one. */
const priceOf = ({ report, offer }: FirstProps, { text, format }: Settings): Figure => {
  const { customer } = text.report
  if (offer) {
    const name = offer.totals.subsidy < 0 ? customer.offerPriceAfterSubsidy : customer.offerPrice
    return { name, value: format.eur(offer.totals.gross, 2) }
  }
  const { investment, parameters } = report.financial
  const name = parameters.customer === "business" ? customer.estimateWithoutVat : customer.estimate
  return { name, value: format.eur(spentOn(investment)) }
}

/** Savings and payback, each with its likely range and its middle if the report has futures. */
const gainsOf = (report: FullReport, isPartial: boolean, { text, format }: Settings): Figure[] => {
  const { customer, kpi } = text.report
  const { yearlySavings, returnPeriod } = report.overview.kpi
  const outlook = isPartial ? null : shownOutlook(report)
  const savings = outlook?.ranges?.firstYearSavings
  const payback = outlook?.paybackYears
  const years = (value: number | null) => (value === null ? kpi.never : format.years(value))
  const likely = ({ p10, p50, p90 }: { p10: Years; p50: Years; p90: Years }, show: (value: Years) => string) =>
    customer.likely(show(p10), show(p90), show(p50))
  return [
    { name: customer.saved, value: format.eur(yearlySavings), range: savings && likely(savings, format.eur) },
    { name: customer.payback, value: years(returnPeriod), range: payback && likely(payback, years) },
  ]
}

/** Main assumptions in one sentence each, with a link to all. */
const ShortAssumed = ({ report }: { report: FullReport }) => {
  const settings = useSettings()
  const { assumed, customer } = settings.text.report
  const premises = shownPremises(report).slice(0, SHOWN_PREMISES)
  if (premises.length === 0) return null
  return (
    <div className="stack small we-assumed">
      <span>
        <strong>{assumed.title}</strong> <a href="#assumptions">{customer.more}</a>
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

/** Least difference of price between offer and report that is shown, as a share. */
const LEAST_DIFFERENCE = 0.01

/** Link to the offer, with the price that savings and payback are calculated with if the offer differs. */
const OfferLink = ({ report, offer }: { report: FullReport; offer: NonNullable<ReportData["offer"]> }) => {
  const { text, format } = useSettings()
  const { customer } = text.report
  const spent = spentOn(report.financial.investment)
  const isOther = Math.abs(offer.totals.gross - spent) > LEAST_DIFFERENCE * spent
  return (
    <p className="small">
      <a href="#offer">{customer.readOffer}</a> {isOther ? customer.calculatedWith(format.eur(spent)) : null}
    </p>
  )
}

interface FirstProps extends Pick<ReportData, "report" | "offer"> {
  /** True while the outlook is the previously tried plant's. */
  isPartial: boolean
}

/** Price, savings and payback with their ranges, and the main assumptions. */
export const FirstFigures = (props: FirstProps) => {
  const settings = useSettings()
  const { report, offer, isPartial } = props
  const isPlant = plantOf(report, settings) !== undefined
  const figures = isPlant ? [priceOf(props, settings), ...gainsOf(report, isPartial, settings)] : []
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
      {offer ? <OfferLink report={report} offer={offer} /> : null}
      <ShortAssumed report={report} />
    </div>
  )
}
