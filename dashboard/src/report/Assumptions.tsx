import { EURO, whole } from "../lib/format.ts"
import { usePageWords } from "../lib/pageWords.tsx"
import { type Settings, useSettings } from "../lib/settings.tsx"
import { type Fact, Facts } from "../ui/Facts.tsx"
import { premiseValue } from "./Assumed.tsx"
import type { FullReport } from "./data.ts"
import { Section } from "./Section.tsx"
import { TariffParts } from "./TariffParts.tsx"

type Parameters = FullReport["financial"]["parameters"]
type Shown = keyof Settings["text"]["report"]["assumptions"]["rows"]

/** Taxes and terms known only in EUR: tariffs in other currencies lack them. */
const ONLY_IN_EURO: ReadonlySet<Shown> = new Set([
  "componentsYear",
  "taxEurPerKwh",
  "feesEurPerKwh",
  "vatFraction",
  "markUpEurPerKwh",
  "feedInFeeEurPerKwh",
])

/** Prices known in EUR: for other currencies they are shown if the report uses them. */
const EURO_CURVES: ReadonlySet<Shown> = new Set(["batteryPriceCurve", "panelPriceCurve"])

/** Components of a tariff, shown only if a flat tariff has any: an all-in price has none. */
const COMPONENTS_OF: Partial<Record<Shown, readonly string[]>> = {
  componentsYear: ["energyTax", "levy", "gridFee", "vat", "markUp", "feedInFee", "feedInShareOfBarePrice"],
  taxEurPerKwh: ["energyTax"],
  feesEurPerKwh: ["levy", "gridFee"],
  vatFraction: ["vat"],
  markUpEurPerKwh: ["markUp"],
  feedInFeeEurPerKwh: ["feedInFee"],
}

/** True if a row applies to the report's tariff; older reports do not name the components of their tariff. */
export const isOfTariffParts = (
  name: Shown,
  { tariffType, financial }: Pick<FullReport, "tariffType" | "financial">,
): boolean => {
  const kinds = COMPONENTS_OF[name]
  const { tariffComponents } = financial
  if (!kinds || !tariffComponents || tariffType !== "flat") return true
  return tariffComponents.some(({ component }) => kinds.includes(component))
}

type Charge = "fixedCostEurPerMonth" | "demandChargeEurPerKwMonth"
const IN_PARTS: ReadonlySet<string> = new Set<Charge>(["fixedCostEurPerMonth", "demandChargeEurPerKwMonth"])

type Upkeep = "pvMaintenanceEurPerKwYear" | "batteryMaintenanceFraction"
type Words = Pick<Settings, "text" | "format">

/** Maintenance cost of the plant's parts, or a statement that it is not counted. */
export const upkeepOf = (
  { solar, battery, financial }: Pick<FullReport, "solar" | "battery" | "financial">,
  { text, format }: Words,
): Record<Upkeep, string | undefined> => {
  const { notCounted, ofPriceAYear, perKwpAYear } = text.report.assumptions
  const { pvMaintenanceEurPerKwYear, batteryMaintenanceFraction } = financial.parameters
  const { solarMaintenanceCost, batteryMaintenanceCost } = financial.investment
  const hasPanels = solar.newSystems.some(({ panelCount }) => panelCount > 0)
  const ofPanels = whole(perKwpAYear(format.eur(pvMaintenanceEurPerKwYear)))
  const ofBattery = ofPriceAYear(format.percent(batteryMaintenanceFraction, 1))
  return {
    pvMaintenanceEurPerKwYear: hasPanels ? (solarMaintenanceCost > 0 ? ofPanels : notCounted) : undefined,
    batteryMaintenanceFraction:
      battery.specs.capacityKwh > 0 ? (batteryMaintenanceCost > 0 ? ofBattery : notCounted) : undefined,
  }
}

/** The value of each row; undefined: the report has no such value, or is older than the assumption. */
const valuesOf = (
  parameters: Parameters,
  { text, format }: Settings,
): Record<Exclude<Shown, Upkeep>, string | undefined> => {
  const { ofFirst, sources, none, never, inYear, perKwh, from } = text.report.assumptions
  const curveText = (points: [size: number, eur: number][], unit: (size: number) => string): string =>
    points.map(([size, eur]) => (size === 0 ? from(format.eur(eur)) : `${unit(size)}: ${format.eur(eur)}`)).join(" · ")
  const growthText = (growth: number | undefined) => (growth === undefined ? undefined : format.percent(growth, 1))
  const { batteryPriceCurve, panelPriceCurve, smallestBatteryKwh, batteryHighestRate, solarSource } = parameters
  const { inverterReplacementYear: year, residualValueFraction: residual } = parameters
  return {
    evaluationPeriod: format.years(parameters.evaluationPeriod, 0),
    discountRate: format.percent(parameters.discountRate, 1),
    electricityPriceGrowth: format.percent(parameters.electricityPriceGrowth, 1),
    energyPriceGrowth: growthText(parameters.energyPriceGrowth),
    gridFeeGrowth: growthText(parameters.gridFeeGrowth),
    taxGrowth: growthText(parameters.taxGrowth),
    pvDegradation: format.percent(parameters.pvDegradation, 1),
    // Panels are replaced only in a longer period.
    pvLifeYears:
      parameters.evaluationPeriod > (parameters.pvLifeYears ?? Number.POSITIVE_INFINITY)
        ? format.years(parameters.pvLifeYears, 0)
        : undefined,
    priceYear: String(parameters.priceYear),
    componentsYear: String(parameters.componentsYear ?? parameters.priceYear),
    taxEurPerKwh: format.eurPerKwh(parameters.taxEurPerKwh),
    feesEurPerKwh: format.eurPerKwh(parameters.feesEurPerKwh ?? 0),
    vatFraction: format.percent(parameters.vatFraction),
    markUpEurPerKwh: format.eurPerKwh(parameters.markUpEurPerKwh),
    feedInFeeEurPerKwh: format.eurPerKwh(parameters.feedInFeeEurPerKwh),
    fixedCostEurPerMonth: format.eur(parameters.fixedCostEurPerMonth, 2),
    demandChargeEurPerKwMonth: whole(`${format.eur(parameters.demandChargeEurPerKwMonth, 2)}/kW`),
    batteryLifeYears: format.years(parameters.batteryLifeYears, 0),
    batteryCycleLife:
      parameters.batteryCycleLife === undefined ? undefined : format.number(parameters.batteryCycleLife, 0),
    batteryReplacementCostFraction: ofFirst(format.percent(parameters.batteryReplacementCostFraction)),
    batteryPriceCurve:
      batteryPriceCurve &&
      curveText(
        batteryPriceCurve.map(({ kwh, eur }) => [kwh, eur]),
        format.kwh,
      ),
    panelPriceCurve:
      panelPriceCurve &&
      curveText(
        panelPriceCurve.map(({ kwp, eur }) => [kwp, eur]),
        format.kwp,
      ),
    smallestBatteryKwh: smallestBatteryKwh === undefined ? undefined : format.kwh(smallestBatteryKwh),
    batteryHighestRate: batteryHighestRate === undefined ? undefined : `${format.short(batteryHighestRate)} ${perKwh}`,
    batteryStandbyWatts:
      parameters.batteryStandbyWatts === undefined
        ? undefined
        : `${format.number(parameters.batteryStandbyWatts, 0)} W`,
    inverterFixedEur: parameters.inverterFixedEur ? format.eur(parameters.inverterFixedEur) : undefined,
    inverterPurchaseEurPerKw: parameters.inverterPurchaseEurPerKw
      ? whole(`${format.eur(parameters.inverterPurchaseEurPerKw)}/kW`)
      : undefined,
    inverterReplacementYear: year === undefined ? undefined : year === 0 ? never : inYear(year),
    inverterEurPerKw: year ? whole(`${format.eur(parameters.inverterEurPerKw ?? 0)}/kW`) : undefined,
    residualValueFraction: residual === undefined ? undefined : format.percent(residual),
    solarSource: solarSource === null ? none : sources[solarSource],
  }
}

/** Premises of the scan with their values. */
const Premises = ({ premises }: { premises: NonNullable<FullReport["premises"]> }) => {
  const settings = useSettings()
  const { title, codes } = settings.text.report.assumptions.premises
  const facts = premises.map(({ code, value, source, year }): Fact => {
    const shown = premiseValue(code, value, settings)
    return year === null ? [codes[code], shown] : [codes[code], shown, source]
  })
  return (
    <div className="card stack">
      <h3>{title}</h3>
      <Facts facts={facts} />
    </div>
  )
}

/** Assumptions of the figures, and the scan's notes. */
export const Assumptions = ({ report }: { report: FullReport }) => {
  const inPageWords = usePageWords()
  const settings = useSettings()
  const { assumptions } = settings.text.report
  const values = { ...valuesOf(report.financial.parameters, settings), ...upkeepOf(report, settings) }
  const names = Object.keys(assumptions.rows) as Shown[]
  const { assumptionOrigins } = report.financial
  const origins = new Map(assumptionOrigins?.map(origin => [origin.name, origin]))
  const { vatFraction } = report.financial.parameters
  const isEuro = report.currency === EURO
  const factsOf = (name: Shown): Fact[] => {
    const value = values[name]
    const { origin = "shipped", source = "" } = origins.get(name) ?? {}
    if (!isEuro && !report.hasEuroAmounts && origin === "shipped" && EURO_CURVES.has(name)) return []
    if (value === undefined || (!isEuro && ONLY_IN_EURO.has(name)) || !isOfTariffParts(name, report)) return []
    const title = name === "markUpEurPerKwh" && !vatFraction ? assumptions.parts.kinds.markUp : assumptions.rows[name]
    // A custom contract has these charges among its parts.
    if (report.tariffType === "custom" && IN_PARTS.has(name) && report.financial.parameters[name as Charge] === 0)
      return []
    if (value === assumptions.notCounted) return [[title, value]]
    return [origin === "shipped" ? [title, value, source] : [title, `${value} (${assumptions.origins[origin]})`]]
  }
  return (
    <Section id="assumptions" title={assumptions.title} {...(assumptionOrigins && { lead: assumptions.lead })}>
      <div className="card stack">
        <p className="small muted">{assumptions.financing}</p>
        <Facts facts={names.flatMap(factsOf)} />
      </div>
      {report.premises && report.premises.length > 0 ? <Premises premises={report.premises} /> : null}
      <TariffParts {...report.financial} />
      {report.notes.length > 0 ? (
        <div className="card stack">
          <h3>{assumptions.notes}</h3>
          <ul className="notes">
            {report.notes.map(note => (
              <li key={note}>{inPageWords(note)}</li>
            ))}
          </ul>
        </div>
      ) : null}
    </Section>
  )
}
