import { spentOn } from "../../../domain/report/offer/price.ts"
import { EURO } from "../lib/format.ts"
import { type Settings, useSettings } from "../lib/settings.tsx"
import { shortfallText } from "./claim.ts"
import { type FullReport, plantWords, sum } from "./data.ts"
import type { Priced } from "./priced.ts"

type Words = Pick<Settings, "text" | "format">
type Result = Pick<FullReport, "overview" | "solar" | "battery" | "phases" | "financial">

/** Parts to build, as the subject of a sentence, and if it is singular; undefined if nothing is built. */
export const plantOf = (
  report: Pick<Result, "solar" | "battery">,
  words: Words,
): { plant: string; isOne: boolean } | undefined => {
  const panels = sum(report.solar.newSystems.map(({ panelCount }) => panelCount))
  const { capacityKwh } = report.battery.specs
  const named = plantWords(panels, capacityKwh, words)
  if (!named) return undefined
  return { plant: named[0]!.toUpperCase() + named.slice(1), isOne: panels + Math.sign(capacityKwh) === 1 }
}

/**
 * Savings of the plant. If terms end, savings of the first year, and savings after the change if there is only one
 * change.
 */
const savingsText = ({ overview, phases }: Pick<Result, "overview" | "phases">, { text, format }: Words): string => {
  const { verdict } = text.report
  const savings = format.eur(overview.kpi.yearlySavings)
  if (!phases) return verdict.aYear(savings)
  const [, after, ...more] = phases
  return after && more.length === 0
    ? verdict.changing(savings, format.eur(after.savings), String(after.fromCalendarYear))
    : verdict.firstYear(savings)
}

/** Price and payback of a report without an offer. */
const ownPrice = ({ financial, overview }: Result): Pick<Priced, "price" | "payback"> => ({
  price: spentOn(financial.investment),
  payback: overview.kpi.returnPeriod,
})

/** The scan's result in one sentence: purchases, cost, savings and payback. */
export const verdictOf = (report: Result, settings: Words, { price, payback } = ownPrice(report)): string => {
  const { text, format } = settings
  const { verdict } = text.report
  const built = plantOf(report, settings)
  if (!built) return report.solar.wantsNewSolarPanels || report.battery.wasRequested ? verdict.nothing : verdict.asIs
  const { plant, isOne } = built
  const { yearlySavings, selfSufficiency } = report.overview.kpi
  const cost = verdict.cost(plant, isOne, format.eur(price))
  if (yearlySavings <= 0) return verdict.covers(cost, isOne, format.percent(selfSufficiency))
  const savings = savingsText(report, settings)
  return payback === null
    ? verdict.saves(cost, isOne, savings)
    : verdict.pays(cost, isOne, savings, format.years(payback))
}

/** Smallest yearly saving of a free measure that the first screen names [EUR]. */
const LEAST_MEASURE_EUR = 20

/** Savings without a purchase, with the worth of the system beyond them; null if they are small. */
const measuresText = (
  { measures = [], financial }: Pick<FullReport, "measures" | "financial">,
  { text, format }: Words,
): string | null => {
  const { stops, afterSetting } = text.report.verdict
  const eur = sum(measures.map(({ eurPerYear }) => eurPerYear))
  if (eur < LEAST_MEASURE_EUR) return null
  const { beyondMeasures: beyond } = financial
  const sentences = [
    stops(format.eur(eur)),
    ...(beyond ? [afterSetting(format.eur(beyond.firstYearSavings), format.eur(beyond.netPresentValue))] : []),
  ]
  return sentences.join(" ")
}

/**
 * Reason for the absence of a requested battery, by the usual battery that is worth most; null if the report has a
 * battery, or none to compare with.
 */
const noBatteryText = (
  { battery, goal, alternatives = [], financial }: FullReport,
  { text, format }: Words,
): string | null => {
  if (!battery.wasRequested || battery.specs.capacityKwh > 0 || goal !== "cost-savings") return null
  const [best] = alternatives
    .filter(({ kind }) => kind === "usualBattery")
    .toSorted((a, b) => b.netPresentValue - a.netPresentValue)
  if (!best || best.netPresentValue >= financial.netPresentValue) return null
  const { noBattery, dearBattery } = text.report.verdict
  const { batteryCapacityKwh, batteryPrice } = best
  const capacity = format.kwh(batteryCapacityKwh)
  if (batteryPrice) return dearBattery(capacity, format.eur(batteryPrice.breakEven), format.eur(batteryPrice.counted))
  return noBattery(capacity, format.eur(financial.netPresentValue - best.netPresentValue))
}

/** Site, goal, contract and period of a report. */
export const ScanFacts = ({ report, isPaperOnly }: { report: FullReport; isPaperOnly?: boolean }) => {
  const { text, format } = useSettings()
  const facts = [
    text.report.site(format.number(report.latitude, 3), format.number(report.longitude, 3)),
    text.report.goals[report.goal],
    text.report.tariffs[report.tariffType],
    ...(report.financial.parameters.nettingEurPerKwh > 0 && !report.phases ? [text.report.nettedAlways] : []),
    ...(report.currency === EURO ? [] : [text.report.amountsIn(report.currency)]),
    text.report.period(format.number(report.financial.parameters.evaluationPeriod, 0)),
    text.report.madeOn(format.date(report.createdAt)),
  ]
  return (
    <div className={isPaperOnly ? "print-only" : undefined}>
      <ul className="facts">
        {facts.map(fact => (
          <li key={fact}>{fact}</li>
        ))}
      </ul>
    </div>
  )
}

interface VerdictProps {
  report: FullReport
  /** The last report with all parts. */
  atRest: FullReport
  priced: Priced
  customerName: string | null
  /** The page has the facts of the scan further down. */
  isShort?: boolean
}

/** The result in one sentence, with its scan. */
export const Verdict = ({ report, atRest, priced, customerName, isShort = false }: VerdictProps) => {
  const settings = useSettings()
  const { text } = settings
  const shortfall = shortfallText(report, settings, priced.extraEur)
  const measures = measuresText(report, settings)
  const noBattery = noBatteryText(atRest, settings)
  return (
    <div className={isShort ? "verdict short" : "verdict"}>
      {customerName === null ? null : (
        <p>
          {text.report.madeFor} <bdi>{customerName}</bdi>
        </p>
      )}
      <h1>
        {report.hasForeignPrices ? `${text.report.verdict.foreignPrices} ` : null}
        {report.hasEuroAmounts ? `${text.report.verdict.euroAmounts(report.currency)} ` : null}
        {verdictOf(report, settings, priced)}
      </h1>
      {shortfall ? <p>{shortfall}</p> : null}
      {noBattery ? <p>{noBattery}</p> : null}
      {measures ? <p>{measures}</p> : null}
      <ScanFacts report={report} isPaperOnly={isShort} />
    </div>
  )
}
