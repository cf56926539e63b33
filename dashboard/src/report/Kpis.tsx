import { spentOn } from "../../../domain/report/offer/price.ts"
import { type ShownOutlook, shownOutlook } from "../../../domain/report/shownOutlook.ts"
import { type Settings, useSettings } from "../lib/settings.tsx"
import { decimalsBeside } from "./addingUp.ts"
import type { FullReport } from "./data.ts"
import { investmentText, paybackIfCheaper, yearsText } from "./firstFigures.ts"
import { isSpread, type Priced } from "./priced.ts"
import { plantOf } from "./Verdict.tsx"

interface Kpi {
  name: string
  value: string
  /** Range in other years or at other prices; not shown if nothing is bought. */
  range?: string | null
  why: string
}

type Range = NonNullable<ShownOutlook["ranges"]>["npv"]

/** Payback of the plant; "never" is shown only if a plant exists. */
const paybackOf = (report: FullReport, { payback }: Priced, settings: Settings): Pick<Kpi, "value" | "why"> => {
  const { kpi } = settings.text.report
  if (!plantOf(report, settings)) return { value: settings.format.years(null), why: kpi.nothingBought }
  return payback === null
    ? { value: kpi.never, why: kpi.paybackNever }
    : { value: settings.format.years(payback), why: kpi.paybackWhy }
}

/** Net present value: the middle of the futures first, if the report has them, then the cautious case. */
const worthOf = ({ report, priced }: KpisProps, ranges: ShownOutlook["ranges"], settings: Settings) => {
  const { text, format } = settings
  const { kpi } = text.report
  const atPrice = (npv: number) => format.eur(npv - priced.extraEur)
  const calculated = atPrice(report.financial.netPresentValue)
  if (!ranges || !plantOf(report, settings)) return { name: kpi.value, value: calculated }
  const { p10, p50 } = ranges.npv
  return { name: kpi.middleValue, value: atPrice(p50), range: kpi.cautiousValue(atPrice(p10), calculated) }
}

/** Payback of the middle future with its likely range; null without futures. */
const middlePayback = ({ range }: Priced, { text, format }: Settings): string | null => {
  if (!range || !isSpread(range)) return null
  const { kpi } = text.report
  const years = (value: number | null) => (value === null ? kpi.never : format.years(value))
  return kpi.range(years(range.p50), years(range.p10), years(range.p90))
}

/** Sentence about the bill: a market price without fixed fees is not the whole bill. */
const billText = ({ tariffType, financial }: FullReport, kpi: Settings["text"]["report"]["kpi"]) =>
  tariffType === "dynamic" && financial.parameters.fixedCostEurPerMonth === 0
    ? kpi.savingsWhyWithoutFees
    : kpi.savingsWhy

const moneyKpis = (props: KpisProps, outlook: ShownOutlook | null, settings: Settings): Kpi[] => {
  const { report, priced } = props
  const { overview, financial } = report
  const ranges = outlook?.ranges
  const { text, format } = settings
  const { kpi } = text.report
  const rangeOf = ({ p10, p50, p90 }: Range) => kpi.range(format.eur(p50), format.eur(p10), format.eur(p90))
  const { firstYearBaseline, firstYearOptimized } = financial.costComparison
  const { evaluationPeriod, discountRate } = financial.parameters
  const { yearlySavings } = overview.kpi
  const decimals = decimalsBeside(yearlySavings, [firstYearBaseline, -firstYearOptimized])
  return [
    {
      name: kpi.investment,
      value: format.eur(priced.price),
      why: priced.isOffer
        ? kpi.atReportPrice(format.eur(spentOn(financial.investment)))
        : investmentText(financial.investment, settings) || kpi.nothingBought,
    },
    {
      name: kpi.savings,
      value: format.eur(yearlySavings),
      range: ranges ? rangeOf(ranges.firstYearSavings) : outlook && yearsText(outlook, settings),
      why: billText(report, kpi)(format.eur(firstYearBaseline, decimals), format.eur(firstYearOptimized, decimals)),
    },
    {
      name: kpi.payback,
      ...paybackOf(report, priced, settings),
      range:
        middlePayback(priced, settings) ?? (priced.isOffer ? null : outlook && paybackIfCheaper(outlook, settings)),
    },
    {
      ...worthOf(props, ranges, settings),
      why: kpi.valueWhy(format.number(evaluationPeriod, 0), format.percent(discountRate, 1)),
    },
  ]
}

const energyKpis = ({ overview, sustainability }: FullReport, { text, format }: Settings): Kpi[] => {
  const { kpi } = text.report
  const { co2SavedTotalKg } = sustainability.co2Emissions
  const km = format.number(Math.abs(sustainability.equivalents.carKmAvoided), 0)
  return [
    {
      name: kpi.sufficiency,
      value: format.percent(overview.kpi.selfSufficiency),
      why: kpi.sufficiencyWhy(format.percent(overview.kpi.selfSufficiencyBaseline)),
    },
    {
      name: co2SavedTotalKg < 0 ? kpi.carbonMore : kpi.carbon,
      value: format.kg(Math.abs(co2SavedTotalKg)),
      why: kpi.carbonWhy(km),
    },
  ]
}

/** A line may break between a minus and a currency sign unless they are joined. */
const [MINUS, JOINED] = ["\u2212", "\u2060"]

interface KpisProps {
  report: FullReport
  priced: Priced
  /** True while the outlook is still the previously tried plant's; its ranges are then hidden. */
  isPartial: boolean
}

/**
 * The key figures, each with an explanation: first the investment, its savings and the payback. Price, payback and
 * value are the offer's if one is sent.
 */
export const Kpis = (props: KpisProps) => {
  const { report, isPartial } = props
  const settings = useSettings()
  const isPlant = plantOf(report, settings) !== undefined
  const outlook = isPartial ? null : shownOutlook(report)
  return (
    <dl className="kpis">
      {[...moneyKpis(props, outlook, settings), ...energyKpis(report, settings)].map(({ name, value, range, why }) => (
        <div className="kpi" key={name}>
          <dt>{name}</dt>
          <dd className="value">{value}</dd>
          {range && isPlant ? <dd>{range.replaceAll(MINUS, `${MINUS}${JOINED}`)}</dd> : null}
          <dd className="why">{why}</dd>
        </div>
      ))}
    </dl>
  )
}
