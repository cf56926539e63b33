import { type Static, Type } from "@sinclair/typebox"
import { orNull, Strict, StringEnum } from "../base/validation/schema.ts"
import type { ScanCase } from "../case/case.ts"
import { assumptionSources } from "../market/assumptionSources.ts"
import { COMPONENT_STATUSES } from "../market/tariff/componentKinds.ts"
import { CalendarWindow } from "../market/tariff/custom/schema.ts"
import { zoneOf } from "../market/tariff/dayAhead.ts"
import { followsMarket } from "../market/tariff/followsMarket.ts"
import { type ContractTemplate, contractTemplates } from "../request/contractTemplates.ts"
import type { ScanInput } from "../request/scanInput.ts"
import { calendarYear, text } from "./schemaParts.ts"

/** Statuses of components, and "given" for terms that only the request states. */
const TERM_STATUSES = [...COMPONENT_STATUSES, "given"] as const

const stored = {
  path: text("Field of tariff, such as buy.energy[0].eurPerKwh; market: the day-ahead price"),
  value: Type.Union([Type.Number(), Type.String(), Type.Boolean()], { description: "In the unit named" }),
  unit: text("Unit of the value; EUR is the currency of the report; empty without a unit"),
  window: Type.Optional({ ...CalendarWindow, description: "When it holds; absent: always" }),
  year: orNull(calendarYear("Year of the term"), "if only the request has it"),
  status: StringEnum(TERM_STATUSES, {
    description: "As of tariffComponents; given: the request says it, and no template does",
  }),
  source: text("Publication that it comes from, or who says it"),
}

/** Stored term of the contract. */
export const StoredTerm = Strict(stored)
export type StoredTerm = Static<typeof StoredTerm>

/** Term of the contract as answered, with its name in the reader's language. */
export const TariffTerm = Strict(
  { name: text("Description of the term and its period, in the language of the reader"), ...stored },
  { description: "A term of the contract and its source" },
)
export type TariffTerm = Static<typeof TariffTerm>

/** One value of a contract: a number, a name or a flag. */
interface Leaf {
  path: string
  value: string | number | boolean
  window?: CalendarWindow
}

/**
 * Fields of a tariff that are not terms. They name the kind of tariff and its market prices, which have a row of their
 * own.
 */
const NO_TERMS: ReadonlySet<string> = new Set(["type", "name", "zone", "priceYear"])
const pathText = (path: readonly (string | number)[]): string =>
  path.map((step, i) => (typeof step === "number" ? `[${step}]` : i === 0 ? step : `.${step}`)).join("")

function* leavesOf(value: unknown, path: (string | number)[], window?: CalendarWindow): Generator<Leaf> {
  if (Array.isArray(value)) {
    for (const [index, item] of value.entries()) yield* leavesOf(item, [...path, index])
  } else if (typeof value === "object" && value !== null) {
    const { months, days, hours, ...rest }: CalendarWindow = value
    const ownWindow: CalendarWindow = {
      ...(months ? { months } : {}),
      ...(days ? { days } : {}),
      ...(hours ? { hours } : {}),
    }
    const validWindow = Object.keys(ownWindow).length > 0 ? ownWindow : window
    for (const [name, part] of Object.entries(rest)) yield* leavesOf(part, [...path, name], validWindow)
  } else if (typeof value === "number" || typeof value === "string" || typeof value === "boolean")
    yield { path: pathText(path), value, ...(window ? { window } : {}) }
}

const leavesOfTariff = (tariff: object): Leaf[] =>
  Object.entries(tariff).flatMap(([name, part]) => (NO_TERMS.has(name) ? [] : [...leavesOf(part, [name])]))

/** Units by the end of a field's name; the first match counts. */
export const TERM_UNITS: readonly (readonly [RegExp, string])[] = [
  [/eurPerKwMonth$/i, "EUR/kW a month"],
  [/eurPerKwYear$/i, "EUR/kW a year"],
  [/eurPerMonth$/i, "EUR a month"],
  [/eurPerYear$/i, "EUR a year"],
  [/(eurPerKwh|energy)$/i, "EUR/kWh"],
  [/kwp$/i, "kWp"],
  [/fromKwh$/i, "kWh"],
  [/kw$/i, "kW"],
  [/(fraction|shareOfKwp|growth)$/i, "fraction"],
  [/until$/i, "year"],
]

const unitOf = ({ path, value }: Leaf): string =>
  typeof value === "number" ? (TERM_UNITS.find(([end]) => end.test(path))?.[1] ?? "") : ""

type Origin = Pick<StoredTerm, "year" | "status" | "source">
const GIVEN: Origin = { year: null, status: "given", source: "tariff of the request" }

/**
 * Template from the site's country that a contract follows, with the paths of their equal terms. A template with the
 * contract's name comes first. Otherwise the contract must have all terms of the template; the largest such template
 * wins. Undefined for other contracts, even if some terms are equal.
 */
const templateOf = (leaves: readonly Leaf[], name: string | null, country: string | null) => {
  const likenessTo = (template: ContractTemplate) => {
    const templateLeaves = leavesOfTariff(template.tariff)
    const isOwn = (leaf: Leaf) => templateLeaves.some(other => JSON.stringify(other) === JSON.stringify(leaf))
    const common: ReadonlySet<string> = new Set(leaves.filter(isOwn).map(({ path }) => path))
    return { template, common, isWhole: common.size === templateLeaves.length }
  }
  const likenesses = contractTemplates.filter(template => template.country === country).map(likenessTo)
  const named = likenesses.find(({ template }) => Object.values(template.name).some(each => each === name))
  const whole = likenesses.filter(({ isWhole }) => isWhole).sort((a, b) => b.common.size - a.common.size)
  return named ?? whole[0]
}

type Likeness = NonNullable<ReturnType<typeof templateOf>>

const originOf = ({ path }: Leaf, likeness: Likeness | undefined): Origin => {
  if (!likeness?.common.has(path)) return GIVEN
  const { template } = likeness
  const term = template.terms.find(
    each => path === each.path || path.startsWith(`${each.path}[`) || path.startsWith(`${each.path}.`),
  )
  return term
    ? { year: Number(template.validFrom.slice(0, 4)), status: term.status ?? "confirmed", source: term.source }
    : GIVEN
}

const SHIPPED_PRICES = "Bundesnetzagentur | SMARD.de, CC BY 4.0"

const marketTerm = ({ input, tariffs, tariffSite }: ScanCase): StoredTerm[] => {
  if (!input.phases.some(({ terms }) => followsMarket(terms))) return []
  const zone = zoneOf(tariffSite) ?? "NL"
  const { priceYear: year } = tariffs[0]
  const isImported = tariffSite.imported?.some(
    prices => !prices.isShipped && prices.zone === zone && prices.year === year,
  )
  const source = isImported ? "prices that the operator imported" : SHIPPED_PRICES
  return [{ path: "market", value: zone, unit: "", year, status: "confirmed", source }]
}

/** Charges of a flat or dynamic tariff that are assumptions and not 0. */
const assumedTerms = ({ input, assumptions, assumptionOrigins = {} }: ScanCase): StoredTerm[] =>
  (["fixedCostEurPerMonth", "demandChargeEurPerKwMonth"] as const).flatMap((name): StoredTerm[] => {
    const origin = assumptionOrigins[name]
    const value = assumptions[name]
    if (value === 0 || input.phases[0].terms.type === "custom") return []
    const leaf = { path: name, value }
    if (origin === "request") return [{ ...leaf, unit: unitOf(leaf), ...GIVEN }]
    const { source } = assumptionSources[name]
    const shown = origin === "organization" ? "assumption of the organization" : source
    return [{ ...leaf, unit: unitOf(leaf), year: null, status: "own", source: shown }]
  })

/** Terms of a contract with their later terms, as the request states them. */
const leavesOfContract = ({
  phases,
  limits,
  contractedPowerKw,
  existingFollowsPrices,
  holidaysOf,
  endings,
}: ScanInput) => {
  const [{ terms: tariff }] = phases
  const { buy, sell, grid, batteryCredit, ...ends } = endings ?? {}
  return leavesOfTariff({
    ...tariff,
    ...(tariff.type === "custom" && buy ? { buy: { ...tariff.buy, ...buy } } : {}),
    ...(tariff.type === "custom" && sell ? { sell: { ...tariff.sell, ...sell } } : {}),
    ...(tariff.type === "custom" && grid ? { grid: { ...tariff.grid, ...grid } } : {}),
    ...(batteryCredit ? { batteryCredit: { ...tariff.batteryCredit, ...batteryCredit } } : {}),
    ...ends,
    ...(limits ? { limits } : {}),
    ...(contractedPowerKw === undefined ? {} : { contractedPowerKw }),
    ...(existingFollowsPrices ? { existingFollowsPrices } : {}),
    ...(holidaysOf ? { holidaysOf } : {}),
  })
}

const likenessOf = ({ input, site }: ScanCase, leaves: readonly Leaf[]): Likeness | undefined =>
  input.phases[0].terms.type === "custom" ? templateOf(leaves, input.tariffName, site.country) : undefined

const isPurchase = ({ path }: Leaf): boolean => path.startsWith("buy.")

/** Template that a contract follows with exactly the template's purchase prices; undefined for other contracts. */
export const templateOfPrices = (scan: ScanCase): ContractTemplate | undefined => {
  const leaves = leavesOfContract(scan.input)
  const likeness = likenessOf(scan, leaves)
  if (!likeness) return undefined
  const { template, common } = likeness
  const purchase = leaves.filter(isPurchase)
  const hasSamePrices =
    purchase.every(({ path }) => common.has(path)) &&
    purchase.length === leavesOfTariff(template.tariff).filter(isPurchase).length
  return hasSamePrices ? template : undefined
}

/**
 * Lists every term of the current contract, for all kinds of tariff, in the order of its fields. Taxes and fees of the
 * country are in tariffComponents.
 */
export const tariffTerms = (scan: ScanCase): StoredTerm[] => {
  const leaves = leavesOfContract(scan.input)
  const likeness = likenessOf(scan, leaves)
  return [
    ...marketTerm(scan),
    ...leaves.map(leaf => ({ ...leaf, unit: unitOf(leaf), ...originOf(leaf, likeness) })),
    ...assumedTerms(scan),
  ]
}
