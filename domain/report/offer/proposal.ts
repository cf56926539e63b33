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

/** A report with its customer and the rates of VAT. */
interface Basis {
  report: Planned
  customer: Customer
  vatOf: { panels: number | undefined; battery: number | undefined }
}

const cents = (amount: number): number => Math.round(amount * 100) / 100

const productName = (...names: (string | null | undefined)[]): string => names.filter(Boolean).join(" ")

/**
 * Lines of the plant of a report, with the split of its investment: panels by roof and power, inverters if they are
 * priced separately, and the battery. Amounts of a household have VAT in the report, so its lines are without it. Unit
 * prices are rounded to the cent. Prices of the list replace panels and inverters, and add all other work.
 */
export const proposedLines = (report: Planned, prices: readonly PriceItem[] = []): ProposedLine[] => {
  const { latitude: lat, longitude: lon, financial } = report
  const customer = financial.parameters.customer ?? "household"
  const country = countryAt({ lat, lon })
  const rate = (part: "panels" | "battery") => equipmentVat(country, customer, part)
  const basis = { report, customer, vatOf: { panels: rate("panels"), battery: rate("battery") } }
  const [panels, battery] = [roofsOf(report), batteryOf(report)]
  if (panels.length === 0 && !battery) return []
  const inverters = prices.some(({ kind }) => kind === "inverter") ? [] : inverterLine(basis)
  return [...panelLines(basis, prices), ...inverters, ...batteryLine(basis), ...listedLines(basis, prices)]
}

const percentOf = (vat: number): number => Math.round(vat * 1e4) / 100

const priced = (customer: Customer, gross: number, count: number, vat: number | undefined) => ({
  quantity: count,
  unitPrice: cents(gross / count / (customer === "household" ? 1 + (vat ?? 0) : 1)),
  ...(vat === undefined ? {} : { vatPercent: percentOf(vat) }),
})

/** Line of a price list. */
const listed = (item: PriceItem, quantity: number, vat: number | undefined, roof?: string): ProposedLine => {
  const { kind, description, unitPrice, vatPercent = vat === undefined ? undefined : percentOf(vat) } = item
  const line = { kind, description, ...(roof === undefined ? {} : { roof }) }
  return { listed: line, quantity, unitPrice, ...(vatPercent === undefined ? {} : { vatPercent }) }
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

const panelLines = ({ report, customer, vatOf }: Basis, prices: readonly PriceItem[]): ProposedLine[] => {
  const { solarInvestment, inverterInvestment = 0 } = report.financial.investment
  const roofs = roofsOf(report)
  const kwp = kwpOf(roofs)
  return roofs.map(roof => {
    const { name, panelCount, panelPowerRatedWatts, installedCapacityKwp, product } = roof
    const item = prices.find(one => one.kind === "modules" && isFor(one, [product]))
    const quantities = { panel: panelCount, kwp: kwpQuantity([roof]), roof: 1, battery: 1, offer: 1 }
    if (item && isQuantity(quantities[item.unit])) return listed(item, quantities[item.unit], vatOf.panels, name)
    const gross = ((solarInvestment - inverterInvestment) * installedCapacityKwp) / kwp
    const device = { kind: "modules", roof: name, count: panelCount, watts: panelPowerRatedWatts, product } as const
    return { device, ...priced(customer, gross, panelCount, vatOf.panels) }
  })
}

const inverterLine = ({ report, customer, vatOf }: Basis): ProposedLine[] => {
  const { inverterInvestment = 0 } = report.financial.investment
  if (inverterInvestment <= 0) return []
  const kw = roofsOf(report).reduce((sum, { inverterKw = 0 }) => sum + inverterKw, 0)
  return [{ device: { kind: "inverter", kw }, ...priced(customer, inverterInvestment, 1, vatOf.panels) }]
}

const batteryLine = ({ report, customer, vatOf }: Basis): ProposedLine[] => {
  const battery = batteryOf(report)
  if (!battery) return []
  const cost = report.financial.investment.batteryPurchaseCost
  return [{ device: { kind: "battery", ...battery }, ...priced(customer, cost, battery.count, vatOf.battery) }]
}

/** Lines of the list except panels, which have their own by roof. */
const listedLines = ({ report, vatOf }: Basis, prices: readonly PriceItem[]): ProposedLine[] => {
  const [roofs, battery] = [roofsOf(report), batteryOf(report)]
  const products = [...roofs, ...(battery ? [battery] : [])].map(({ product }) => product)
  const quantities = {
    panel: roofs.reduce((sum, { panelCount }) => sum + panelCount, 0),
    kwp: kwpQuantity(roofs),
    roof: roofs.length,
    battery: battery?.count ?? 0,
    offer: 1,
  }
  return prices
    .filter(item => item.kind !== "modules" && isQuantity(quantities[item.unit]) && isFor(item, products))
    .map(item => listed(item, quantities[item.unit], item.unit === "battery" ? vatOf.battery : vatOf.panels))
}
