import { useMemo } from "react"
import { amountsAxis, namesAxis } from "../charts/axes.ts"
import { Chart } from "../charts/Chart.tsx"
import { bareTooltip, tip } from "../charts/tip.ts"
import { type Settings, useSettings } from "../lib/settings.tsx"
import { type Alternative, alternativeName } from "./alternativeNames.ts"

const BAR_HEIGHT = 44
const AXIS_HEIGHT = 44

/** The parts that a plant has: panels, battery or both. */
const partsOf = (plants: readonly Alternative[], { palette, text }: Settings) => {
  const { rows } = text.report.alternatives
  return [
    { name: rows.panels, colour: palette.solar, values: plants.map(plant => plant.panelsNetPresentValue) },
    { name: rows.battery, colour: palette.battery, values: plants.map(plant => plant.batteryNetPresentValue) },
  ].filter(({ values }) => values.some(value => value !== null))
}

const optionOf = (plants: readonly Alternative[], settings: Settings) => {
  const { palette, text, format } = settings
  const { rows } = text.report.alternatives
  const names = plants.map(plant => alternativeName(plant, settings))
  const parts = partsOf(plants, settings)
  const describe = ([{ dataIndex }]: [{ dataIndex: number }]) =>
    tip(names[dataIndex]!, [
      ...parts.map(({ name, colour, values }) => ({ name, colour, value: format.eur(values[dataIndex]) })),
      { name: rows.value, value: format.eur(plants[dataIndex]!.netPresentValue) },
    ])
  return {
    tooltip: { ...bareTooltip, trigger: "axis", axisPointer: { type: "shadow" }, formatter: describe },
    grid: { left: 8, right: 16, top: 8, bottom: 4, containLabel: true },
    xAxis: { ...amountsAxis(palette, format.short), splitNumber: 3 },
    yAxis: { ...namesAxis(palette, names), inverse: true, axisLine: { show: false } },
    series: parts.map(({ name, colour, values }) => ({
      ...{ type: "bar", stack: "value", name, data: values.map(value => value ?? 0) },
      itemStyle: { color: colour, borderRadius: 2 },
      barCategoryGap: "35%",
    })),
  }
}

/** Net present value of the panels and the battery of each compared plant. */
export const AlternativesChart = ({ plants }: { plants: readonly Alternative[] }) => {
  const settings = useSettings()
  const { chart } = settings.text.report.alternatives
  const option = useMemo(() => optionOf(plants, settings), [plants, settings])
  return (
    <Chart
      label={chart}
      option={option}
      height={BAR_HEIGHT * plants.length + AXIS_HEIGHT}
      legend={partsOf(plants, settings)}
    />
  )
}
