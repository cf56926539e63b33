import type { BillLine } from "./billLines.ts"
import type { Path } from "./validation/path.ts"
import type { Violation } from "./validation/violation.ts"

/** Why a production provider gave no curve; `detail` is the server's text or the missing part. */
export type ProviderFailure =
  | { reason: "refused"; status: number; text: string }
  | { reason: "timeout"; afterMs: number }
  | { reason: "unreachable"; detail: string }
  | { reason: "too-large"; maxBytes: number }
  | { reason: "unreadable"; detail: string }
  | { reason: "incomplete-year" }
  | { reason: "other"; detail: string }

/** A tariff component that is not of the price year, or not final. */
export type NotedComponent =
  | { component: "vat" | "markUp" | "feedInFee" | "feedInShareOfBarePrice"; year: number }
  | { component: "levy" | "gridFee"; year: number; name: string }
  | { component: "energyTax"; year: number; fromKwh: number; toKwh: number | null }

/** Why a yield is far from the mean of its country. */
export type YieldReason =
  | "no-shade"
  | "facing-sun"
  | "low-losses"
  | "turned-away"
  | "high-losses"
  | "small-inverter"
  | "shade"
  | "place"

/** Likely unit of a value, in place of the field's own unit. */
export type SuspectUnit =
  | "fraction"
  | "percent"
  | "kw"
  | "wh"
  | "mwh"
  | "cents"
  | "per-watt"
  | "per-watt-hour"
  | "radians"

/** Parameters of every note. `country` is ISO 3166 alpha-2, null for a place outside all countries. */
export interface NoteParams {
  /** Value that is absurd in the field's unit; `insteadOf`: the value to enter if it was in the unit `meant`. */
  "value-of-other-unit": { path: Path; value: number; meant: SuspectUnit; insteadOf: number }
  /**
   * Latitude and longitude [degrees] of a country without known taxes, which exchanged give a country with known taxes.
   */
  "place-exchanged": { lat: number; lon: number; country: string | null; exchangedCountry: string }
  "weather-measured": { station: string; year: number }
  "weather-synthetic": { year: number }
  "weather-pvgis": { database: string; year: number; years: number }
  /** `station`: name of the KNMI station; null unless its sunlight decides. */
  "weather-paired": {
    weatherYear: number
    priceYear: number
    by: "station" | "feedIn" | "prices"
    station: string | null
  }
  /**
   * For zones without shipped prices. `worth`, in reports of earlier versions: overstatement of the net
   * present value.
   */
  "weather-of-other-year": {
    weatherYear: number
    priceYear: number
    worth?: { eur: number; share: number; currency: string; hasBattery: boolean } | null
  }
  "provider-failed": { failure: ProviderFailure }
  /** Existing panels of the request, added to the profile; energy of a year, 0 for a profile without panels. */
  "panels-added-to-profile": { name: string; powerKw: number; addedKwh: number; profileKwh: number }
  /** Purchase and feed-in of the meter in the same hours, energy of a year. */
  "meter-overlap": { kwh: number; hours: number }
  /** The scan is solved and billed in the quarters of its meter file, or in modelled ones. */
  "quarter-hours": Record<never, never>
  "modelled-quarters": Record<never, never>
  /** Known quarters of the market prices of a scan in quarters. */
  "market-quarters": { hours: number; zone: string; year: number }
  /**
   * Increase of modelled production by the meter's feed-in; `darkKwh`: without sun, if it matters. `modelledKwh`: the
   * model's year, if the year's production `producedKwh` is raised too; else null.
   */
  "production-raised-to-meter": { raisedKwh: number; darkKwh: number; modelledKwh: number | null; producedKwh: number }
  "export-nearest": { exportedKwh: number; nearestKwh: number; boughtKwh: number; producedKwh: number }
  /**
   * `systems`: names of the affected systems, absent if all are affected. `basis`: source of the mean, plants in use or
   * modelled plants at the best tilt.
   */
  "yield-far-from-mean": {
    systems?: readonly string[]
    country: string
    basis: "fleet" | "modelled"
    meanKwhPerKwp: number
    lowestKwhPerKwp: number
    highestKwhPerKwp: number
    isAbove: boolean
    because: readonly YieldReason[]
  }
  /** Shares of the production of a year that horizon and obstacles take, of the systems in shade. */
  "shade-counted": { leastShare: number; mostShare: number; byPvgis: boolean }
  "load-half-year-later": Record<never, never>
  "load-of-businesses": Record<never, never>
  "battery-capacity-limited": { capacityKwh: number; hours: number; powerKw: number }
  /** The baseline's highest hours above the contracted power [kW]; null if not above it. */
  "connection-exceeded": { contractedPowerKw: number; importKw: number | null; exportKw: number | null }
  /** Hours in which the baseline exceeds limits of its tariff. */
  "limits-exceeded": { importHours: number; exportHours: number }
  /** Names of assumptions whose EUR amounts count as amounts of the site's currency. */
  "amounts-in-euro": { currency: string; assumptions: readonly string[] }
  "battery-priced-by-goal": { eurPerKwh: number }
  /** A site without known prices or taxes, and without a tariff of its own. */
  "prices-of-netherlands": { country: string | null }
  "day-ahead-of-netherlands": { country: string | null }
  /** Prices of a country with several bidding zones. */
  "day-ahead-of-part": { country: string; zone: string }
  "day-ahead-of-other-year": { zone: string; year: number; usedYear: number }
  "price-hours-filled": { hours: number; zone: string; year: number }
  "components-of-netherlands": { country: string | null }
  "components-least": { country: string }
  "supplier-terms-of-netherlands": { country: string; components: readonly NotedComponent[] }
  "components-of-other-years": { year: number; components: readonly NotedComponent[] }
  "components-provisional": { components: readonly NotedComponent[] }
  /** Bounds in kWh of a year's import. `isSettled`: the import of the plant ends in the block. */
  /** `hasVat`: the rate is with VAT; absent in reports that did not say so. */
  "tax-by-block": {
    fromKwh: number
    toKwh: number | null
    eurPerKwh: number
    isSettled: boolean
    hasNear?: boolean
    hasVat?: boolean
  }
  /** Dynamic tariff of the documents: the bill also lowers feed-in to purchase. */
  "feed-in-lowered": { hours: number; hasNetting: boolean }
  /** Custom tariffs: bills count the whole feed-in price. */
  "feed-in-counted-to-purchase": { hours: number; hasNetting: boolean }
  /** Netting counts in calendar years after the last in which the law of the country has it. */
  "netting-beyond-law": { country: string; lastYear: number; law: string }
  "carbon-of-netherlands": { country: string | null }
  /** `version`: of the service that chose the sizes. */
  "completed-by-other-version": { version: string }
  /** `dataVersion`: shipped data with which the sizes were chosen. */
  "completed-with-other-data": { dataVersion: string }
  /** Versions of the original scan's report; null for reports without them. */
  "adjusts-other-version": { engineVersion: string | null; dataVersion: string | null }
  "negative-prices": { hours: number }
  /**
   * `amount`: feed-in pay above the purchase price, at present value, which the choice of the plant does not count. The
   * lower bound is lower by this amount.
   */
  "feed-in-above-purchase": { amount: number; currency: string }
  /** Feed-in pay of the plant's year that the monthly settlement does not pay. */
  "settled-monthly": { amount: number; currency: string }
  /** True for the charges of `grid.orElse`, of plant and baseline. */
  "lower-grid-charges": { plant: boolean; baseline: boolean }
  /** Yearly feed-in of the existing panels while feed-in costs money. */
  "existing-sells-at-a-loss": { kwh: number }
  /** Note of stored reports only, also without a savings spread. */
  "not-operated-anew": { because: "netting" | "self-sufficiency" }
  "not-varied": { because: "netting" | "self-sufficiency" }
  /** `lastingYear` is null if the sum does not end positive. */
  "payback-interrupted": { firstYear: number; lastingYear: number | null }
  "load-uncovered": { kwh: number }
  /** Kinds of lines that one compared contract bills and another lacks. */
  "contract-lines-differ": { lines: readonly BillLine[] }
  /** `gap` is a fraction. */
  "search-cut-short": { budgetMs: number; gap: number }
  /** A plant chosen for its controller; `gap` is a fraction. */
  "wide-gap": { gap: number }
  "parts-left-out": {
    budgetMs: number
    /** Reports before 1.0 name sensitivity and savingsSpread. */
    parts: readonly ("outlook" | "sensitivity" | "savingsSpread" | "alternatives" | "contracts")[]
  }
  "limited-by-time": Record<never, never>
  "file-hours-estimated": { count: number }
  "file-values-repeated": { count: number }
  "file-readings-broken": { count: number }
  "file-readings-apart": { count: number }
  "file-values-negative": { count: number }
  "file-rows-of-gas": { count: number }
  "file-of-several-years": { years: readonly number[] }
  "file-without-summer-time": Record<never, never>
  "file-times-are-ends": Record<never, never>
  "file-times-may-be-ends": Record<never, never>
  "file-of-balance": Record<never, never>
  "file-columns-not-read": { columns: readonly string[] }
  "file-last-row-left-out": { violation: Violation }
}
export type NoteCode = keyof NoteParams

/** Information for the reader of a report or the owner of a profile: data, which domain/texts turns into a sentence. */
export type Note = { [Code in NoteCode]: { code: Code; params: NoteParams[Code] } }[NoteCode]

/** A stored note; versions before 1.0 stored the English sentence. */
export type StoredNote = Note | string

/** Creates the note of a code. */
export const note = <Code extends NoteCode>(code: Code, params: NoteParams[Code]): Note => ({ code, params }) as Note

/** Notes in their order without duplicates. */
export const distinctNotes = <N extends StoredNote>(notes: readonly N[]): N[] => [
  ...new Map(notes.map(entry => [JSON.stringify(entry), entry])).values(),
]
