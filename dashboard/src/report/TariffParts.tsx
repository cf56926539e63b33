import { type Settings, useSettings } from "../lib/settings.tsx"
import { Table } from "../ui/Table.tsx"
import type { FullReport } from "./data.ts"
import { pricedAs, termText } from "./termValue.ts"

type Financial = FullReport["financial"]
type Component = NonNullable<Financial["tariffComponents"]>[number]
type Term = NonNullable<Financial["tariffTerms"]>[number]

/** Columns that hold words: all but the value. */
const WORDS = [0, 2, 3, 4]

const bracketOf = ({ fromKwh, toKwh }: Component, { format }: Settings): string => {
  if (!fromKwh && toKwh === null) return ""
  const from = format.number(fromKwh ?? 0, 0)
  return toKwh === null ? ` > ${from} kWh` : ` ${from}–${format.number(toKwh, 0)} kWh`
}

const componentRow = (component: Component, settings: Settings) => {
  const { format, text } = settings
  const { parts } = text.report.assumptions
  const { name, country, year, value, unit, status, source } = component
  const title = `${name ?? parts.kinds[component.component]}${bracketOf(component, settings)}`
  const shown = unit.startsWith("fraction") ? format.percent(value, 1) : pricedAs("EUR/kWh", value, settings)
  return {
    key: `${component.component} ${name} ${component.fromKwh}`,
    cells: [
      title,
      shown,
      `${format.country(country)}, ${year}`,
      parts.statuses[status],
      <cite key="source">{source}</cite>,
    ],
  }
}

const termRow = ({ path, name, value, unit, year, status, source }: Term, settings: Settings) => {
  const { statuses } = settings.text.report.assumptions.parts
  return {
    key: path,
    cells: [name, termText(value, unit, settings), year ?? "", statuses[status], <cite key="source">{source}</cite>],
  }
}

/** The terms of the contract, and the taxes, levies and fees of the country, each with its source. */
export const TariffParts = ({ tariffComponents = [], tariffTerms = [] }: Financial) => {
  const settings = useSettings()
  const { parts } = settings.text.report.assumptions
  const rows = [
    ...tariffTerms.map(term => termRow(term, settings)),
    ...tariffComponents.map(component => componentRow(component, settings)),
  ]
  if (rows.length === 0) return null
  return (
    <div className="card stack">
      <h3>{parts.title}</h3>
      <Table
        label={parts.title}
        head={[parts.what, parts.value, parts.of, parts.status, parts.source]}
        rows={rows}
        words={WORDS}
        isListing
      />
    </div>
  )
}
