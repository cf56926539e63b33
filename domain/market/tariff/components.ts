import data from "../../../fixtures/prices/tariffComponents.json" with { type: "json" }
import { type Note, type NotedComponent, note } from "../../notes/note.ts"
import { nearestYear } from "./dayAhead.ts"

/** What a price is made of besides the market's, in one year. */
export interface TariffComponents {
  /** Energy tax without VAT [EUR/kWh]: the mean over the brackets of the yearly import. */
  taxEurPerKwh: number
  /** VAT, a fraction. */
  vatFraction: number
  /** A supplier's addition to the market price of import, with VAT [EUR/kWh]. */
  markUpEurPerKwh: number
  /** A supplier's deduction from the market price of export [EUR/kWh]. */
  feedInFeeEurPerKwh: number
  /** Least feed-in price of a flat tariff as a share of its bare price. */
  feedInShareOfBarePrice: number
  /** The time that the numbers are of, for the report. */
  origins: ComponentOrigin[]
}

export type ComponentOrigin = NotedComponent & { provisional: boolean }

interface Row {
  component: string
  fromKwh?: number
  toKwh?: number | null
  year: number
  value: number
  status: string
}

const rows: readonly Row[] = data
const taxRows = rows.filter(row => row.component === "energyTax")
const bracketStarts = [...new Set(taxRows.map(row => row.fromKwh!))].sort((a, b) => a - b)

const nearest = (candidates: readonly Row[], year: number): Row => {
  const years = candidates.map(row => row.year)
  const used = nearestYear(years, year)
  return candidates[years.indexOf(used)]!
}

/** The brackets of the Dutch energy tax that a yearly import reaches, each of the year nearest to the one asked. */
const reachedBrackets = (year: number, yearlyImportKwh: number): Row[] =>
  bracketStarts
    .filter(start => start === 0 || start < yearlyImportKwh)
    .map(start =>
      nearest(
        taxRows.filter(row => row.fromKwh === start),
        year,
      ),
    )

/** One rate for a year's import: what the brackets charge together, per kWh; the first bracket's without import. */
const meanRate = (brackets: readonly Row[], yearlyImportKwh: number): number => {
  if (!(yearlyImportKwh > 0)) return brackets[0]!.value
  const charged = brackets.reduce((sum, bracket) => {
    const inBracket = Math.min(yearlyImportKwh, bracket.toKwh ?? Number.POSITIVE_INFINITY) - bracket.fromKwh!
    return sum + inBracket * bracket.value
  }, 0)
  return charged / yearlyImportKwh
}

const ownOrigin = (component: "vat" | "markUp" | "feedInFee", { year, status }: Row): ComponentOrigin => ({
  component,
  year,
  provisional: status === "provisional",
})

const bracketOrigin = ({ year, status, fromKwh = 0, toKwh = null }: Row): ComponentOrigin => ({
  component: "energyTax",
  year,
  fromKwh,
  toKwh,
  provisional: status === "provisional",
})

/**
 * The Dutch tariff components of a year (`fixtures/prices/tariffComponents.json`); a component unknown in that year is
 * the one of the nearest year.
 * @param yearlyImportKwh import of the site as it is, which decides the tax brackets
 */
export const tariffComponents = (year: number, yearlyImportKwh: number): TariffComponents => {
  const brackets = reachedBrackets(year, yearlyImportKwh)
  const [vat, markUp, fee, share] = ["vat", "markUp", "feedInFee", "feedInShareOfBarePrice"].map(component =>
    nearest(
      rows.filter(row => row.component === component),
      year,
    ),
  )
  return {
    taxEurPerKwh: meanRate(brackets, yearlyImportKwh),
    vatFraction: vat!.value,
    markUpEurPerKwh: markUp!.value,
    feedInFeeEurPerKwh: fee!.value,
    feedInShareOfBarePrice: share!.value,
    origins: [
      ...brackets.map(bracketOrigin),
      ownOrigin("vat", vat!),
      ownOrigin("markUp", markUp!),
      ownOrigin("feedInFee", fee!),
    ],
  }
}

/**
 * Notes for the report: which of the components that matter are of another year, or provisional.
 * @param used names of the components that a price was made of
 */
export const componentNotes = (components: TariffComponents, year: number, used: readonly string[]): Note[] => {
  const origins = components.origins.filter(origin => used.includes(origin.component))
  const noted = (chosen: ComponentOrigin[]) => ({ components: chosen.map(({ provisional: _, ...rest }) => rest) })
  const otherYears = origins.filter(origin => origin.year !== year)
  const provisional = origins.filter(origin => origin.provisional)
  return [
    ...(otherYears.length > 0 ? [note("components-of-other-years", { year, ...noted(otherYears) })] : []),
    ...(provisional.length > 0 ? [note("components-provisional", noted(provisional))] : []),
  ]
}
