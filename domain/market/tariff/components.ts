import data from "../../../fixtures/prices/tariffComponents.json" with { type: "json" }
import { type Note, type NotedComponent, note } from "../../base/note.ts"
import { nearestYear } from "./dayAhead.ts"
import { type TaxBlock, taxEur } from "./taxBlocks.ts"

/** Components of a price apart from the market price. */
export const COMPONENT_KINDS = [
  "energyTax",
  "levy",
  "gridFee",
  "vat",
  "markUp",
  "feedInFee",
  "feedInShareOfBarePrice",
] as const
export type ComponentKind = (typeof COMPONENT_KINDS)[number]

/**
 * Status of a figure:
 * - confirmed: the published rate;
 * - typical: one of several published rates, used for all suppliers or grids;
 * - minimum: the lowest legal or charged rate;
 * - provisional: not final;
 * - assumed: an assumption of this product without a publication;
 * - own: the organization's value.
 */
export const COMPONENT_STATUSES = ["confirmed", "typical", "minimum", "provisional", "assumed", "own"] as const
export type ComponentStatus = (typeof COMPONENT_STATUSES)[number]

/** Component of a price with its publication. */
export interface TariffComponent {
  component: ComponentKind
  /** Name of a levy or a grid fee in its publication; null of the others. */
  name: string | null
  /** ISO 3166 alpha-2. */
  country: string
  /** Year of the figure. */
  year: number
  /** Part of the year's import with this rate [kWh]; null if all energy has it, or without an upper end. */
  fromKwh: number | null
  toKwh: number | null
  value: number
  unit: string
  status: ComponentStatus
  source: string
}

/** Kind of customer: a business pays its own rates of energy tax, if there are any. */
export const CUSTOMERS = ["household", "business"] as const
export type Customer = (typeof CUSTOMERS)[number]

/** Components of a place in one year. */
export interface TariffComponents {
  /** Energy tax without VAT [EUR/kWh]: the mean over the brackets of the yearly import. */
  taxEurPerKwh: number
  /** Energy tax by blocks of the year's import, without VAT. */
  taxBlocks: TaxBlock[]
  /** Levies and grid fees by the kWh, without VAT [EUR/kWh]. */
  feesEurPerKwh: number
  /** VAT, a fraction. */
  vatFraction: number
  /** VAT that a supplier pays on the market price of export, a fraction. */
  feedInVatFraction: number
  /** A supplier's addition to the market price of import, with VAT [EUR/kWh]. */
  markUpEurPerKwh: number
  /** A supplier's deduction from the market price of export [EUR/kWh]. */
  feedInFeeEurPerKwh: number
  /** Least feed-in price of a flat tariff as a share of its bare price. */
  feedInShareOfBarePrice: number
  /** Published components of the values above. */
  listed: TariffComponent[]
}

/** Place and customer of a look-up. */
export interface ComponentSite {
  /** ISO 3166 alpha-2; empty at sea. */
  country: string
  year: number
  /** Baseline import, for the mean rate of the energy tax [kWh]. */
  yearlyImportKwh: number
  customer?: Customer
}

type Row = TariffComponent & { customer: Customer | null }

const isOneOf = <T extends string>(names: readonly T[], name: string): name is T => names.some(one => one === name)

const rowOf = (row: (typeof data)[number]): Row => {
  const { component, status } = row
  if (!isOneOf(COMPONENT_KINDS, component)) throw new RangeError(`no component is named ${component}`)
  if (!isOneOf(COMPONENT_STATUSES, status)) throw new RangeError(`no status is named ${status}`)
  const { country, year, value, unit, source, name = null, fromKwh = null, toKwh = null } = row
  const customer = CUSTOMERS.find(one => one === row.customer) ?? null
  return { component, name, country, year, fromKwh, toKwh, value, unit, status, source, customer }
}

const rows: readonly Row[] = data.map(rowOf)

/** Newest year with known taxes. */
export const NEWEST_TAX_YEAR = Math.max(
  ...rows.filter(({ component }) => component === "energyTax" || component === "vat").map(({ year }) => year),
)

/** Country whose components replace unknown components. */
const STAND_IN = "NL"

/** Countries with taxes of their own. */
const TAXED_COUNTRIES: ReadonlySet<string> = new Set(
  rows.filter(({ component }) => component === "vat").map(({ country }) => country),
)

/** True if taxes of a country (ISO 3166 alpha-2) are known. */
export const hasOwnTaxes = (country: string): boolean => TAXED_COUNTRIES.has(country)

/** Countries without a known energy tax, apart from the minimum of the Union. */
const BARELY_KNOWN_COUNTRIES: ReadonlySet<string> = new Set(
  [...TAXED_COUNTRIES].filter(
    taxed => !rows.some(one => one.country === taxed && one.component === "energyTax" && one.status !== "minimum"),
  ),
)

/** Applicable rows of a component in the nearest year, each bracket and each levy once. */
const applying = (
  component: ComponentKind,
  country: string,
  { year, customer = "household" }: ComponentSite,
): Row[] => {
  const kept = new Map<string, Row>()
  for (const row of rows) {
    if (row.component !== component || row.country !== country || (row.customer ?? customer) !== customer) continue
    const place = `${row.name} ${row.fromKwh}`
    const known = kept.get(place)
    if (!known || nearestYear([known.year, row.year], year) === row.year) kept.set(place, row)
  }
  return [...kept.values()]
}

const blockOfRow = ({ fromKwh, toKwh, value }: Row): TaxBlock => ({ fromKwh: fromKwh ?? 0, toKwh, eurPerKwh: value })

/** Mean rate of a year's import [EUR/kWh]: tax of all blocks per kWh, or the first block's rate without import. */
const meanRate = (blocks: readonly TaxBlock[], yearlyImportKwh: number): number =>
  yearlyImportKwh > 0 ? taxEur(blocks, yearlyImportKwh) / yearlyImportKwh : (blocks[0]?.eurPerKwh ?? 0)

const total = (found: readonly Row[]): number => found.reduce((sum, { value }) => sum + value, 0)

const listedOf = ({ customer: _, ...component }: Row): TariffComponent => component

/**
 * The tariff components of a place (`fixtures/prices/tariffComponents.json`); an unknown component of the year has the
 * nearest year's value. A country without taxes of its own gets the Dutch ones, one without supplier's terms the Dutch
 * terms.
 */
export const tariffComponents = (site: ComponentSite): TariffComponents => {
  const { country, yearlyImportKwh } = site
  const taxed = TAXED_COUNTRIES.has(country) ? country : STAND_IN
  const of = (component: ComponentKind) => applying(component, taxed, site)
  const ofSupplier = (component: ComponentKind) => {
    const own = of(component)
    return own.length > 0 ? own : applying(component, STAND_IN, site)
  }
  const taxRows = of("energyTax")
  const taxBlocks = taxRows.map(blockOfRow)
  const brackets = taxRows.filter(({ fromKwh }) => !fromKwh || fromKwh < yearlyImportKwh)
  const fees = [...of("levy"), ...of("gridFee")]
  const vat = of("vat")
  const markUp = ofSupplier("markUp")
  const fee = ofSupplier("feedInFee")
  const share = ofSupplier("feedInShareOfBarePrice")
  return {
    taxEurPerKwh: meanRate(taxBlocks, yearlyImportKwh),
    taxBlocks,
    feesEurPerKwh: total(fees),
    vatFraction: total(vat),
    feedInVatFraction: 0,
    markUpEurPerKwh: total(markUp),
    feedInFeeEurPerKwh: total(fee),
    feedInShareOfBarePrice: total(share),
    listed: [...brackets, ...fees, ...vat, ...markUp, ...fee, ...share].map(listedOf),
  }
}

const notedOf = ({ component, name, year, fromKwh, toKwh }: TariffComponent): NotedComponent => {
  switch (component) {
    case "energyTax":
      return { component, year, fromKwh: fromKwh ?? 0, toKwh }
    case "levy":
    case "gridFee":
      return { component, year, name: name ?? "" }
    default:
      return { component, year }
  }
}

/**
 * Notes for the report: relevant components that replace unknown components, are lower bounds, of another year, or
 * provisional.
 * @param used the components that a price was made of
 */
export const componentNotes = (
  used: readonly TariffComponent[],
  { country, year }: Pick<ComponentSite, "country" | "year">,
): Note[] => {
  if (used.length === 0) return []
  // Replacements from another country are named with their year there.
  const isNamed = (one: TariffComponent) => TAXED_COUNTRIES.has(country) && one.country !== country
  const otherYears = used.filter(one => one.year !== year && one.status !== "own" && !isNamed(one))
  const provisional = used.filter(one => one.status === "provisional")
  return [
    ...originNotes(used, country),
    ...(otherYears.length > 0
      ? [note("components-of-other-years", { year, components: otherYears.map(notedOf) })]
      : []),
    ...(provisional.length > 0 ? [note("components-provisional", { components: provisional.map(notedOf) })] : []),
  ]
}

const originNotes = (used: readonly TariffComponent[], country: string): Note[] => {
  if (!TAXED_COUNTRIES.has(country)) return [note("components-of-netherlands", { country: country || null })]
  const foreign = used.filter(one => one.country !== country && one.status !== "own")
  const isLeast = BARELY_KNOWN_COUNTRIES.has(country) && used.some(one => one.component === "vat")
  return [
    ...(isLeast ? [note("components-least", { country })] : []),
    ...(foreign.length > 0
      ? [note("supplier-terms-of-netherlands", { country, components: foreign.map(notedOf) })]
      : []),
  ]
}
