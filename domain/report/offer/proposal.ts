import type { Customer } from "../../market/tariff/componentKinds.ts"
import { equipmentVat } from "../../market/tariff/countryPacks.ts"
import { countryAt } from "../../site/geo/site.ts"
import type { StoredReport } from "../schema.ts"
import type { OfferLine } from "./schema.ts"

/** Device that a proposed line names; `domain/texts` writes its description. */
export type ProposedDevice =
  | { kind: "modules"; roof: string; count: number; watts: number; product: string }
  | { kind: "inverter"; kw: number }
  | { kind: "battery"; kwh: number; kw: number; count: number; product: string }

/** A line of a proposal without its description. */
export type ProposedLine = Omit<OfferLine, "description" | "kind"> & { device: ProposedDevice }

type Planned = Pick<StoredReport, "latitude" | "longitude" | "solar" | "battery" | "products" | "financial">

const cents = (amount: number): number => Math.round(amount * 100) / 100

const productName = (...names: (string | null | undefined)[]): string => names.filter(Boolean).join(" ")

/**
 * Lines of the plant of a report, with the split of its investment: panels by roof and power, inverters if they are
 * priced separately, and the battery. Amounts of a household have VAT in the report, so its lines are without it. Unit
 * prices are rounded to the cent.
 */
export const proposedLines = (report: Planned): ProposedLine[] => {
  const { latitude: lat, longitude: lon, financial } = report
  const customer = financial.parameters.customer ?? "household"
  const country = countryAt({ lat, lon })
  const vatOf = (part: "panels" | "battery") => equipmentVat(country, customer, part)
  return [...panelLines(report, customer, vatOf("panels")), ...batteryLine(report, customer, vatOf("battery"))]
}

const priced = (customer: Customer, gross: number, count: number, vat: number | undefined) => ({
  quantity: count,
  unitPrice: cents(gross / count / (customer === "household" ? 1 + (vat ?? 0) : 1)),
  ...(vat === undefined ? {} : { vatPercent: Math.round(vat * 1e4) / 100 }),
})

const panelLines = ({ solar, financial }: Planned, customer: Customer, vat: number | undefined): ProposedLine[] => {
  const { solarInvestment, inverterInvestment = 0 } = financial.investment
  const roofs = solar.newSystems.filter(({ panelCount }) => panelCount > 0)
  const kwp = roofs.reduce((sum, { installedCapacityKwp }) => sum + installedCapacityKwp, 0)
  const panels = roofs.map(({ name, panelCount, panelPowerRatedWatts, installedCapacityKwp, module }): ProposedLine => {
    const product = productName(module?.brand, module?.model)
    const gross = ((solarInvestment - inverterInvestment) * installedCapacityKwp) / kwp
    const device = { kind: "modules", roof: name, count: panelCount, watts: panelPowerRatedWatts, product } as const
    return { device, ...priced(customer, gross, panelCount, vat) }
  })
  const kw = roofs.reduce((sum, { inverterKw = 0 }) => sum + inverterKw, 0)
  const inverter = { device: { kind: "inverter", kw } as const, ...priced(customer, inverterInvestment, 1, vat) }
  return [...panels, ...(inverterInvestment > 0 ? [inverter] : [])]
}

const batteryLine = (
  { battery, products, financial }: Planned,
  customer: Customer,
  vat: number | undefined,
): ProposedLine[] => {
  const { capacityKwh: kwh, powerKw: kw, brandName, modelName } = battery.specs
  if (kwh === 0) return []
  const chosen = products?.ranked.find(({ id }) => id === products.chosen)
  const product = chosen ? productName(chosen.brand, chosen.model) : productName(brandName, modelName)
  const device = { kind: "battery", kwh, kw, count: chosen?.count ?? 1, product } as const
  return [{ device, ...priced(customer, financial.investment.batteryPurchaseCost, device.count, vat) }]
}
