import type { Customer } from "../../market/tariff/componentKinds.ts"
import { equipmentVat } from "../../market/tariff/countryPacks.ts"
import { countryAt } from "../../site/geo/site.ts"
import type { StoredReport } from "../schema.ts"
import type { PriceItem } from "./priceList.ts"
import { MAX_QUANTITY, type OfferLine } from "./schema.ts"

/** Device that a proposed line names; `domain/texts` writes its description. */
export type ProposedDevice =
  | { kind: "modules"; roof: string; count: number; watts: number; product: string }
  | { kind: "inverter"; kw: number }
  | { kind: "battery"; kwh: number; kw: number; count: number; product: string }

/** A line of the price list; `domain/texts` adds the roof of panels. */
interface ListedLine {
  kind: PriceItem["kind"]
  description: string
  roof?: string
}

/** A line of a proposal without its description. */
export type ProposedLine = Omit<OfferLine, "description" | "kind"> &
  ({ device: ProposedDevice } | { listed: ListedLine })

type Planned = Pick<StoredReport, "latitude" | "longitude" | "solar" | "battery" | "products" | "financial">

/** A report with its plant, its customer and the rates of VAT. */
interface Basis {
  report: Planned
  roofs: ReturnType<typeof roofsOf>
  battery: ReturnType<typeof batteryOf>
  customer: Customer
  vatOf: { panels: number | undefined; battery: number | undefined }
}

const cents = (amount: number): number => Math.round(amount * 100) / 100

const productName = (...names: (string | null | undefined)[]): string => names.filter(Boolean).join(" ")

/**
 * Lines of the plant of a report, with the split of its investment: panels by roof and power, inverters if they are
 * priced separately, and the battery. Amounts of a household have VAT in the report, so its lines are without it. Unit
 * prices are rounded to the cent. Prices of the list replace panels and inverters, and add work that no price of the
 * report includes.
 */
export const proposedLines = (report: Planned, prices: readonly PriceItem[] = []): ProposedLine[] => {
  const { latitude: lat, longitude: lon, financial } = report
  const customer = financial.parameters.customer ?? "household"
  const country = countryAt({ lat, lon })
  const rate = (part: "panels" | "battery") => equipmentVat(country, customer, part)
  const [roofs, battery] = [roofsOf(report), batteryOf(report)]
  if (roofs.length === 0 && !battery) return []
  const basis = { report, roofs, battery, customer, vatOf: { panels: rate("panels"), battery: rate("battery") } }
  const panels = panelLines(basis, prices)
  const listedRoofs = roofs.filter((_, i) => "listed" in panels[i]!)
  const further = listedLines(basis, prices, listedRoofs)
  const hasInverter = further.some(line => "listed" in line && line.listed.kind === "inverter")
  return [...panels, ...(hasInverter ? [] : inverterLine(basis)), ...batteryLine(basis), ...further]
}

const percentOf = (vat: number): number => Math.round(vat * 1e4) / 100

const priced = (customer: Customer, gross: number, count: number, vat: number | undefined) => ({
  quantity: count,
  unit: "piece" as const,
  unitPrice: cents(gross / count / (customer === "household" ? 1 + (vat ?? 0) : 1)),
  ...(vat === undefined ? {} : { vatPercent: percentOf(vat) }),
})

/** Line of a price list. */
const listed = (item: PriceItem, quantity: number, vat: number | undefined, roof?: string): ProposedLine => {
  const { kind, description, unitPrice, vatPercent = vat === undefined ? undefined : percentOf(vat) } = item
  const line = { kind, description, ...(roof === undefined ? {} : { roof }) }
  const unit = item.unit === "kwp" ? "kwp" : item.unit === "offer" ? "flat" : "piece"
  return { listed: line, quantity, unit, unitPrice, ...(vatPercent === undefined ? {} : { vatPercent }) }
}

const roofsOf = ({ solar }: Planned) =>
  solar.newSystems
    .filter(({ panelCount }) => panelCount > 0)
    .map(roof => ({ ...roof, product: productName(roof.module?.brand, roof.module?.model) }))

const batteryOf = ({ battery, products }: Planned) => {
  const { capacityKwh: kwh, powerKw: kw, brandName, modelName } = battery.specs
  if (kwh === 0) return undefined
  const chosen = products?.ranked.find(({ id }) => id === products.chosen)
  const product = chosen ? productName(chosen.brand, chosen.model) : productName(brandName, modelName)
  return { kwh, kw, count: chosen?.count ?? 1, product }
}

const kwpOf = (roofs: readonly { installedCapacityKwp: number }[]): number =>
  roofs.reduce((sum, { installedCapacityKwp }) => sum + installedCapacityKwp, 0)

/** Power as a quantity, with the decimals of a line. */
const kwpQuantity = (roofs: readonly { installedCapacityKwp: number }[]): number => Math.round(kwpOf(roofs) * 1e3) / 1e3

/** True for a quantity that a line may have. */
const isQuantity = (quantity: number): boolean => quantity > 0 && quantity <= MAX_QUANTITY

const isFor = ({ product }: PriceItem, products: readonly string[]): boolean =>
  product === undefined || products.some(name => name.toLowerCase() === product.toLowerCase())

const panelLines = ({ report, roofs, customer, vatOf }: Basis, prices: readonly PriceItem[]): ProposedLine[] => {
  const { solarInvestment, inverterInvestment = 0 } = report.financial.investment
  const kwp = kwpOf(roofs)
  return roofs.map(roof => {
    const { name, panelCount, panelPowerRatedWatts, installedCapacityKwp, product } = roof
    const item = prices.find(price => price.kind === "modules" && isFor(price, [product]))
    const quantities = { panel: panelCount, kwp: kwpQuantity([roof]), roof: 1, battery: 0, offer: 0 }
    if (item && isQuantity(quantities[item.unit])) return listed(item, quantities[item.unit], vatOf.panels, name)
    const gross = ((solarInvestment - inverterInvestment) * installedCapacityKwp) / kwp
    const device = { kind: "modules", roof: name, count: panelCount, watts: panelPowerRatedWatts, product } as const
    return { device, ...priced(customer, gross, panelCount, vatOf.panels) }
  })
}

const inverterLine = ({ report, roofs, customer, vatOf }: Basis): ProposedLine[] => {
  const { inverterInvestment = 0 } = report.financial.investment
  if (inverterInvestment <= 0) return []
  const kw = roofs.reduce((sum, { inverterKw = 0 }) => sum + inverterKw, 0)
  return [{ device: { kind: "inverter", kw }, ...priced(customer, inverterInvestment, 1, vatOf.panels) }]
}

const batteryLine = ({ report, battery, customer, vatOf }: Basis): ProposedLine[] => {
  if (!battery) return []
  const cost = report.financial.investment.batteryPurchaseCost
  return [{ device: { kind: "battery", ...battery }, ...priced(customer, cost, battery.count, vatOf.battery) }]
}

/** Lines of the list except panels, which have their own by roof. */
const listedLines = (basis: Basis, prices: readonly PriceItem[], listedRoofs: Basis["roofs"]): ProposedLine[] => {
  const { roofs, vatOf } = basis
  return prices.flatMap(item => {
    if (item.kind === "modules") return []
    const quantity = quantityOf(item, basis, listedRoofs)
    if (!isQuantity(quantity)) return []
    const vat = item.unit === "battery" || roofs.length === 0 ? vatOf.battery : vatOf.panels
    return [listed(item, quantity, item.kind === "subsidy" ? 0 : vat)]
  })
}

/** Kinds that the report's price of panels includes. */
const INSTALLATION: readonly PriceItem["kind"][] = ["mounting", "labour", "electrical"]

/**
 * Quantity of an item that is no panel; 0 if it counts nothing of the plant. Work counts only roofs whose panels the
 * list prices, and so do inverters unless the report prices them separately.
 */
const quantityOf = (item: PriceItem, { report, roofs, battery }: Basis, listedRoofs: Basis["roofs"]): number => {
  const { kind, unit, product } = item
  const isOfBattery = product !== undefined && battery !== undefined && isFor(item, [battery.product])
  const fitting = isOfBattery ? roofs : roofs.filter(roof => isFor(item, [roof.product]))
  if (product !== undefined && !isOfBattery && fitting.length === 0) return 0
  if (unit === "battery") return battery?.count ?? 0
  const isSeparate = kind === "inverter" && (report.financial.investment.inverterInvestment ?? 0) > 0
  const isIncluded = INSTALLATION.includes(kind) || (kind === "inverter" && !isSeparate)
  const counted = isIncluded ? fitting.filter(roof => listedRoofs.includes(roof)) : fitting
  if (unit === "panel") return counted.reduce((sum, { panelCount }) => sum + panelCount, 0)
  if (unit === "kwp") return kwpQuantity(counted)
  if (unit === "roof") return counted.length
  if (kind === "inverter") return counted.length > 0 ? 1 : 0
  return isIncluded && fitting.length > 0 && counted.length === 0 ? 0 : 1
}
