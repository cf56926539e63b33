import { whole } from "../lib/format.ts"
import { type Settings, useSettings } from "../lib/settings.tsx"
import { Table } from "../ui/Table.tsx"
import type { FullReport } from "./data.ts"

type Component = NonNullable<FullReport["financial"]["tariffComponents"]>[number]

const bracketOf = ({ fromKwh, toKwh }: Component, { format }: Settings): string => {
  if (!fromKwh && toKwh === null) return ""
  const from = format.number(fromKwh ?? 0, 0)
  return toKwh === null ? ` > ${from} kWh` : ` ${from}–${format.number(toKwh, 0)} kWh`
}

const rowOf = (component: Component, settings: Settings) => {
  const { format, text } = settings
  const { parts } = text.report.assumptions
  const { name, country, year, value, unit, status, source } = component
  const title = `${name ?? parts.kinds[component.component]}${bracketOf(component, settings)}`
  const shown = unit.startsWith("fraction")
    ? format.percent(value, 1)
    : whole(`${format.sign} ${format.number(value, 5)}/kWh`)
  return {
    key: `${component.component} ${name} ${component.fromKwh}`,
    cells: [title, shown, `${country} ${year}`, parts.statuses[status], <cite key="source">{source}</cite>],
  }
}

/** Taxes, levies, fees and supplier's terms of the tariff, each with its publication. */
export const TariffParts = ({ components }: { components: readonly Component[] }) => {
  const settings = useSettings()
  const { parts } = settings.text.report.assumptions
  return (
    <div className="card stack">
      <h3>{parts.title}</h3>
      <Table
        label={parts.title}
        head={[parts.what, parts.value, parts.of, parts.status, parts.source]}
        rows={components.map(component => rowOf(component, settings))}
      />
    </div>
  )
}
