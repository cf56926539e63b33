import data from "../../../fixtures/prices/tariffComponents.json" with { type: "json" }
import { type Note, type NotedComponent, note } from "../../base/note.ts"
import {
  COMPONENT_KINDS,
  COMPONENT_STATUSES,
  type ComponentKind,
  type ComponentStatus,
  CUSTOMERS,
  type Customer,
} from "./componentKinds.ts"
import { type CountryPack, countryPacks } from "./countryPacks.ts"
import { nearestYear } from "./dayAhead.ts"
import { type TaxBlock, taxEur } from "./taxBlocks.ts"

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
  /** Country pack of the components; absent in requests of versions before packs, which keep their prices. */
  pack?: string
}

type Row = TariffComponent & { customer: Customer | null }

const isOneOf = <T extends string>(names: readonly T[], name: string): name is T => names.some(each => each === name)

const rowOf = (row: (typeof data)[number]): Row => {
  const { component, status } = row
  if (!isOneOf(COMPONENT_KINDS, component)) throw new RangeError(`no component is named ${component}`)
  if (!isOneOf(COMPONENT_STATUSES, status)) throw new RangeError(`no status is named ${status}`)
  const { country, year, value, unit, source, name = null, fromKwh = null, toKwh = null } = row
  const customer = CUSTOMERS.find(kind => kind === row.customer) ?? null
  return { component, name, country, year, fromKwh, toKwh, value, unit, status, source, customer }
}

const rowsOfPack = ({ country, components }: CountryPack): Row[] =>
  components.map(({ name = null, fromKwh = null, customer = null, ...row }) => {
    return { ...row, country, name, fromKwh, toKwh: null, customer }
  })

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
    taxed => !rows.some(row => row.country === taxed && row.component === "energyTax" && row.status !== "minimum"),
  ),
)

/** Kinds of components that a law or a grid operator sets. */
const PUBLIC_KINDS: ReadonlySet<ComponentKind> = new Set(["energyTax", "levy", "gridFee", "vat"])

/** Rows of each pack, with the taxes and grid fees of a country whose own taxes are known in detail. */
const packRows: ReadonlyMap<string, readonly Row[]> = new Map(
  countryPacks.map(pack => {
    const isDetailed = TAXED_COUNTRIES.has(pack.country) && !BARELY_KNOWN_COUNTRIES.has(pack.country)
    const detailed = rows.filter(({ country, component }) => country === pack.country && PUBLIC_KINDS.has(component))
    return [pack.country, [...(isDetailed ? detailed : []), ...rowsOfPack(pack)]]
  }),
)

/** Applicable rows of a component in the nearest year, each bracket and each levy once. */
const applying = (
  of: readonly Row[],
  component: ComponentKind,
  { year, customer = "household" }: ComponentSite,
): Row[] => {
  const kept = new Map<string, Row>()
  for (const row of of) {
    if (row.component !== component || (row.customer ?? customer) !== customer) continue
    const place = `${row.name} ${row.fromKwh}`
    const previous = kept.get(place)
    if (!previous || nearestYear([previous.year, row.year], year) === row.year) kept.set(place, row)
  }
  return [...kept.values()]
}

const blockOfRow = ({ fromKwh, toKwh, value }: Row): TaxBlock => ({ fromKwh: fromKwh ?? 0, toKwh, eurPerKwh: value })

/** Mean rate of a year's import [EUR/kWh]: tax of all blocks per kWh, or the first block's rate without import. */
const meanRate = (blocks: readonly TaxBlock[], yearlyImportKwh: number): number =>
  yearlyImportKwh > 0 ? taxEur(blocks, yearlyImportKwh) / yearlyImportKwh : (blocks[0]?.eurPerKwh ?? 0)

const total = (parts: readonly Row[]): number => parts.reduce((sum, { value }) => sum + value, 0)

const listedOf = ({ customer: _, ...component }: Row): TariffComponent => component

/** Rows of a country, and of its suppliers' terms; unknown ones are the Dutch ones. */
const rowsBeforePacks = ({ country }: ComponentSite): readonly Row[] => {
  const ofCountry = (code: string) => rows.filter(row => row.country === code)
  const countryRows = ofCountry(TAXED_COUNTRIES.has(country) ? country : STAND_IN)
  const ofSupplier = (row: Row) => !PUBLIC_KINDS.has(row.component)
  const standIns = ofCountry(STAND_IN).filter(
    row => ofSupplier(row) && !countryRows.some(({ component }) => component === row.component),
  )
  return [...countryRows, ...standIns]
}

/**
 * Tariff components of a place from its country pack, with detailed taxes of `fixtures/prices/tariffComponents.json`.
 * An unknown component of the year has the nearest year's value. Requests without a pack keep the components of
 * versions before packs: a country without taxes has the Dutch ones.
 */
export const tariffComponents = (site: ComponentSite): TariffComponents => {
  const { pack, yearlyImportKwh } = site
  const siteRows = (pack === undefined ? undefined : packRows.get(pack)) ?? rowsBeforePacks(site)
  const of = (component: ComponentKind) => applying(siteRows, component, site)
  const taxRows = of("energyTax")
  const taxBlocks = taxRows.map(blockOfRow)
  const brackets = taxRows.filter(({ fromKwh }) => !fromKwh || fromKwh < yearlyImportKwh)
  const fees = [...of("levy"), ...of("gridFee")]
  const vat = of("vat")
  const markUp = of("markUp")
  const fee = of("feedInFee")
  const share = of("feedInShareOfBarePrice")
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
  { country, year, pack }: Pick<ComponentSite, "country" | "year" | "pack">,
): Note[] => {
  if (used.length === 0) return []
  // Replacements from another country are named with their year there.
  const isNamed = (component: TariffComponent) => !pack && TAXED_COUNTRIES.has(country) && component.country !== country
  const otherYears = used.filter(each => each.year !== year && each.status !== "own" && !isNamed(each))
  const provisional = used.filter(each => each.status === "provisional")
  return [
    ...(pack ? [] : originNotes(used, country)),
    ...(otherYears.length > 0
      ? [note("components-of-other-years", { year, components: otherYears.map(notedOf) })]
      : []),
    ...(provisional.length > 0 ? [note("components-provisional", { components: provisional.map(notedOf) })] : []),
  ]
}

const originNotes = (used: readonly TariffComponent[], country: string): Note[] => {
  if (!TAXED_COUNTRIES.has(country)) return [note("components-of-netherlands", { country: country || null })]
  const foreign = used.filter(each => each.country !== country && each.status !== "own")
  const isLeast = BARELY_KNOWN_COUNTRIES.has(country) && used.some(each => each.component === "vat")
  return [
    ...(isLeast ? [note("components-least", { country })] : []),
    ...(foreign.length > 0
      ? [note("supplier-terms-of-netherlands", { country, components: foreign.map(notedOf) })]
      : []),
  ]
}
