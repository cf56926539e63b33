import type { ReactNode } from "react"
import { type Settings, useSettings } from "../lib/settings.tsx"
import { Table } from "../ui/Table.tsx"
import { AlternativesChart } from "./AlternativesChart.tsx"
import { decimalsBeside } from "./addingUp.ts"
import { type Alternative, alternativeName } from "./alternativeNames.ts"
import { gapText } from "./provenShare.ts"
import { Section } from "./Section.tsx"

/** Decimals with which the values of panels and battery add up to the plant's value. */
const valueDecimals = ({ netPresentValue, panelsNetPresentValue, batteryNetPresentValue }: Alternative): number =>
  panelsNetPresentValue === null || batteryNetPresentValue === null
    ? 0
    : decimalsBeside(netPresentValue, [panelsNetPresentValue, batteryNetPresentValue])

/** True if nothing is bought; the report then has no statement on payback. */
const isNothing = ({ newPanelCount, batteryCapacityKwh }: Alternative): boolean =>
  newPanelCount === 0 && batteryCapacityKwh === 0

type Figure = [name: string, show: (plant: Alternative) => string]

/** Each figure of the comparison with its text for a plant. Reaching the goal is a row only if a plant misses it. */
const figuresOf = (plants: readonly Alternative[], { text, format }: Settings): Figure[] => {
  const decimals = Math.max(0, ...plants.map(valueDecimals))
  const { rows, yes, no } = text.report.alternatives
  const { never, middleValue } = text.report.kpi
  const met: Figure = [rows.meetsGoal, plant => (plant.meetsGoal ? yes : no)]
  return [
    [rows.panelCount, plant => format.number(plant.newPanelCount, 0)],
    [rows.capacity, plant => (plant.batteryCapacityKwh > 0 ? format.kwh(plant.batteryCapacityKwh) : "–")],
    [rows.power, plant => (plant.batteryCapacityKwh > 0 ? format.kw(plant.batteryPowerKw) : "–")],
    [rows.investment, plant => format.eur(plant.investment)],
    [rows.savings, plant => format.eur(plant.firstYearSavings)],
    [
      rows.payback,
      plant => (isNothing(plant) || plant.returnPeriod !== null ? format.years(plant.returnPeriod) : never),
    ],
    [rows.value, plant => format.eur(plant.netPresentValue, decimals)],
    [middleValue, plant => format.eur(plant.netPresentValueRange?.p50)],
    [text.report.outlook.ranges.percentile10, plant => format.eur(plant.netPresentValueRange?.p10)],
    [`${rows.value} ${rows.panels}`, plant => format.eur(plant.panelsNetPresentValue, decimals)],
    [`${rows.value} ${rows.battery}`, plant => format.eur(plant.batteryNetPresentValue, decimals)],
    [rows.batteryPrice, plant => format.eur(plant.batteryPrice?.breakEven)],
    [rows.sufficiency, plant => format.percent(plant.selfSufficiency)],
    [rows.gap, plant => gapText(format, plant.gap)],
    ...(plants.every(plant => plant.meetsGoal) ? [] : [met]),
  ]
}

interface AlternativesProps {
  plants: readonly Alternative[]
  /** Action for a plant other than the report's; absent: none. */
  action?: ((plant: Alternative, name: string) => ReactNode) | undefined
}

/** The plant of the report and other plants, one column each. */
export const Alternatives = ({ plants, action }: AlternativesProps) => {
  const settings = useSettings()
  const { alternatives: words } = settings.text.report
  const names = plants.map(plant => alternativeName(plant, settings))
  const rows = figuresOf(plants, settings)
    .map(([name, show]) => ({ key: name, cells: [name, ...plants.map(show)] }))
    .filter(({ cells: [, ...shown] }) => shown.some(cell => cell !== "–"))
  const actions = {
    key: "actions",
    cells: [
      <span key="name" className="no-print">
        {words.rows.action}
      </span>,
      ...plants.map((plant, index) => plant.kind !== "optimum" && action?.(plant, names[index]!)),
    ],
  }
  return (
    <Section id="alternatives" title={words.title} lead={words.lead}>
      <div className="card stack compare">
        <span className="small muted">{words.rows.value}</span>
        <AlternativesChart plants={plants} />
        <Table
          label={words.title}
          head={[words.figure, ...names]}
          rows={action ? [...rows, actions] : rows}
          isListing
        />
      </div>
    </Section>
  )
}
