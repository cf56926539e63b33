import { type Settings, useSettings } from "../lib/settings.tsx"
import { Table } from "../ui/Table.tsx"
import type { FullReport } from "./data.ts"
import { productName } from "./productName.ts"
import { gapText, provenShare } from "./provenShare.ts"
import { Section } from "./Section.tsx"

type Part = NonNullable<FullReport["contracts"]>
type Ranked = Part["ranked"][number]

const nameOf = ({ contract, name, type }: Ranked, { text, format }: Settings): string => {
  const { contracts, tariffs } = text.report
  if (contract === null) return contracts.today(name ?? tariffs[type])
  return name ?? contracts.numbered(tariffs[type], format.number(contract + 1, 0))
}

/** The number of panels, and the modules that they are of where the scan chose them. */
const panelsOf = ({ newPanelCount, modules = [] }: Ranked, { format }: Settings): string => {
  const names = new Set(modules.flatMap(module => (module ? [productName(module)] : [])))
  return [format.number(newPanelCount, 0), ...(names.size > 0 ? [`(${[...names].join(", ")})`] : [])].join(" ")
}

/** The capacity of the battery, and its product where the request names some. */
const batteryOf = ({ batteryCapacityKwh, product }: Ranked, { format }: Settings): string => {
  if (batteryCapacityKwh === 0) return "–"
  const named = product
    ? ` (${product.count > 1 ? `${format.number(product.count, 0)} × ` : ""}${productName(product)})`
    : ""
  return `${format.kwh(batteryCapacityKwh)}${named}`
}

/** The contracts that the scan compares, cheapest first, with the plant that suits each. */
const Contracts = ({ part, years }: { part: Part; years: number }) => {
  const settings = useSettings()
  const { text, format } = settings
  const words = text.report.contracts
  const rows = part.ranked.map(row => ({
    key: `${row.contract}`,
    cells: [
      nameOf(row, settings),
      format.eur(row.totalCost),
      format.eur(row.savings),
      format.eur(row.firstYearCost),
      panelsOf(row, settings),
      batteryOf(row, settings),
      gapText(format, row.gap),
    ],
    isTotal: row.contract === null,
  }))
  const { contract, total, savings, firstYear, panels, battery, gap } = words
  const lead =
    part.provenWithin === null ? words.leadAlone : words.lead(format.percent(provenShare(part.provenWithin), 2))
  return (
    <Section id="contracts" title={words.title} lead={lead}>
      <div className="card">
        <Table
          label={words.title}
          head={[contract, total(format.number(years, 0)), savings, firstYear, panels, battery, gap]}
          rows={rows}
          isListing
        />
      </div>
    </Section>
  )
}

export default Contracts
