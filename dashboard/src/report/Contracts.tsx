import { type Settings, useSettings } from "../lib/settings.tsx"
import { Table } from "../ui/Table.tsx"
import type { FullReport } from "./data.ts"
import { productName } from "./productName.ts"
import { gapText, provenShare } from "./provenShare.ts"
import { Section } from "./Section.tsx"

type Part = NonNullable<FullReport["contracts"]>
type Ranked = Part["ranked"][number]
type Validity = NonNullable<Ranked["validity"]>

const nameOf = ({ contract, name, type }: Ranked, { text, format }: Settings): string => {
  const { contracts, tariffs } = text.report
  if (contract === null) return contracts.today(name ?? tariffs[type])
  return name ?? contracts.numbered(tariffs[type], format.number(contract + 1, 0))
}

/** The number of panels, and their modules if the scan chose them. */
const panelsOf = ({ newPanelCount, modules = [] }: Ranked, { format }: Settings): string => {
  const names = new Set(modules.flatMap(module => (module ? [productName(module)] : [])))
  return [format.number(newPanelCount, 0), ...(names.size > 0 ? [`(${[...names].join(", ")})`] : [])].join(" ")
}

/** Capacity of the battery, and its product if the request names products. */
const batteryOf = ({ batteryCapacityKwh, product }: Ranked, { format }: Settings): string => {
  if (batteryCapacityKwh === 0) return "–"
  const named = product
    ? ` (${product.count > 1 ? `${format.number(product.count, 0)} × ` : ""}${productName(product)})`
    : ""
  return `${format.kwh(batteryCapacityKwh)}${named}`
}

/** Bill lines that only some contracts have, in this contract or in others; nothing if all have the same lines. */
const differenceOf = ({ comparable }: Ranked, { text, format }: Settings): string[] => {
  if (!comparable) return []
  const { lines, onlyHere, bills, lacks } = text.report.contracts
  const billed = comparable.bills.map(({ line, isOnlyHere, firstYearCost }) =>
    (isOnlyHere ? onlyHere : bills)(lines[line], format.eur(firstYearCost)),
  )
  return [...billed, ...comparable.lacks.map(line => lacks(lines[line]))]
}

/** Last day of a contract's prices. The time of day makes it the same day in every time zone. */
const lastDayOf = ({ pricesUntil }: Validity, { format }: Settings): string => format.date(`${pricesUntil}T12:00`)

/** Figures that determine the order of rows, without bill lines that some contracts lack. */
const rankedFigures = ({ comparable, ...whole }: Ranked) => comparable ?? whole

/** Columns of words where contracts bill different lines: the name and the difference. */
const WORDS_APART = [0, 4]

interface ContractsProps {
  part: Part
  years: number
  /** The request fixed all sizes: every contract has the same plant. */
  isFixed: boolean
}

/** The contracts that the scan compares, cheapest first, with the plant that suits each. */
const Contracts = ({ part, years, isFixed }: ContractsProps) => {
  const settings = useSettings()
  const { text, format } = settings
  const words = text.report.contracts
  const isApart = part.ranked.some(({ comparable }) => comparable)
  const hasValidity = part.ranked.some(({ validity }) => validity)
  const rows = part.ranked.map(row => {
    const figures = rankedFigures(row)
    return {
      key: `${row.contract}`,
      cells: [
        nameOf(row, settings),
        format.eur(figures.totalCost),
        format.eur(figures.savings),
        format.eur(figures.firstYearCost),
        ...(isApart ? [differenceOf(row, settings).join("; ") || "–", format.eur(row.totalCost)] : []),
        panelsOf(row, settings),
        batteryOf(row, settings),
        ...(hasValidity ? [row.validity ? lastDayOf(row.validity, settings) : "–"] : []),
        gapText(format, row.gap),
      ],
      isTotal: row.contract === null,
    }
  })
  const { contract, total, savings, firstYear, difference, wholeTotal, panels, battery, pricesUntil, gap } = words
  const period = format.number(years, 0)
  const ofDifference = isApart ? [difference, wholeTotal(period)] : []
  const lead =
    part.provenWithin === null
      ? words.leadAlone
      : (isFixed ? words.leadFixed : words.lead)(format.percent(provenShare(part.provenWithin), 2))
  const best = part.ranked[0]?.validity
  const leads = [
    lead,
    ...(best ? [words.prices[best.laterYears](lastDayOf(best, settings))] : []),
    ...(isApart ? [words.leadApart] : []),
  ]
  const title = isFixed ? words.titleFixed : words.title
  return (
    <Section id="contracts" title={title} lead={leads.join(" ")}>
      <div className="card">
        <Table
          label={title}
          head={[
            contract,
            total(period),
            savings,
            firstYear,
            ...ofDifference,
            panels,
            battery,
            ...(hasValidity ? [pricesUntil] : []),
            gap,
          ]}
          rows={rows}
          words={isApart ? WORDS_APART : 1}
          isListing
        />
      </div>
    </Section>
  )
}

export default Contracts
