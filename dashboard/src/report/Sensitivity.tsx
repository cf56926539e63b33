import type { ReactNode } from "react"
import { type Settings, useSettings } from "../lib/settings.tsx"
import { Table } from "../ui/Table.tsx"
import { sizesIn } from "./claim.ts"
import { type FullReport, plantWords, sum } from "./data.ts"
import { Section } from "./Section.tsx"
import { Spread } from "./Spread.tsx"
import { Tornado } from "./Tornado.tsx"
import { Uncertainty } from "./Uncertainty.tsx"
import { plantOf } from "./Verdict.tsx"

type Plant = Pick<NonNullable<FullReport["sensitivity"][number]["optimum"]>, "newPanelCount" | "batteryCapacityKwh">

/** Mark for a value that was not computed; omitted on cards. */
const NONE = <span className="none">–</span>

/** A plant in words. */
const named = (plant: Plant | null, settings: Settings): ReactNode => {
  if (plant === null) return NONE
  const words = plantWords(plant.newPanelCount, plant.batteryCapacityKwh, settings)
  return <span className="gives-way">{words ?? settings.text.report.sensitivity.nothing}</span>
}

/** Deviation of an assumption. For a single growth of all prices, the resulting growth: 20 % less than 2 % is 1.6 %. */
export const changeText = (
  { parameter, change }: Pick<FullReport["sensitivity"][number], "parameter" | "change">,
  { financial: { parameters } }: Pick<FullReport, "financial">,
  format: Settings["format"],
): string => {
  const text = format.signed(change, format.percent)
  const { electricityPriceGrowth: growth, energyPriceGrowth, gridFeeGrowth, taxGrowth } = parameters
  const isOne = [energyPriceGrowth, gridFeeGrowth, taxGrowth].every(part => part === undefined)
  return parameter === "electricityPriceGrowth" && isOne
    ? `${text} (${format.percent(growth * (1 + change), 1)})`
    : text
}

/** Result and best plant under changed assumptions. */
export const Sensitivity = ({ report }: { report: FullReport }) => {
  const settings = useSettings()
  const { text, format } = settings
  const { sensitivity, kpi } = text.report
  const isPlant = plantOf(report, settings) !== undefined
  const years = (value: number | null) => (value === null && isPlant ? kpi.never : format.years(value))
  const own: Plant = {
    newPanelCount: sum(report.solar.newSystems.map(({ panelCount }) => panelCount)),
    batteryCapacityKwh: report.battery.specs.capacityKwh,
  }
  // Goals other than money and fixed sizes have no other best plant.
  const hasBest = sizesIn(report) !== "fixed" && report.sensitivity.some(({ optimum }) => optimum !== null)
  const present = {
    key: "present",
    cells: [
      sensitivity.present,
      "",
      format.eur(report.financial.netPresentValue),
      years(report.overview.kpi.returnPeriod),
      ...(hasBest ? [named(own, settings), format.eur(report.financial.netPresentValue)] : []),
    ],
    isTotal: true,
  }
  const cases = report.sensitivity.map(entry => ({
    key: `${entry.parameter} ${entry.change}`,
    cells: [
      sensitivity.parameters[entry.parameter],
      entry.parameter === "foresight" ? sensitivity.foresight(entry.change > 0) : changeText(entry, report, format),
      format.eur(entry.netPresentValue),
      entry.netPresentValue === null ? "–" : years(entry.returnPeriod),
      ...(hasBest
        ? [named(entry.optimum, settings), entry.optimum ? format.eur(entry.optimum.netPresentValue) : NONE]
        : []),
    ],
  }))
  const { what, change, value, payback, best, bestValue } = sensitivity
  return (
    <Section id="sensitivity" title={sensitivity.title} lead={hasBest ? sensitivity.lead : sensitivity.leadAlone}>
      <div className="card stack">
        <Tornado report={report} />
        <Table
          label={sensitivity.title}
          head={[what, change, value, payback, ...(hasBest ? [best, bestValue] : [])]}
          rows={[present, ...cases]}
          isListing
        />
      </div>
      {report.uncertainty && isPlant ? <Uncertainty part={report.uncertainty} /> : null}
      {report.savingsSpread && isPlant ? <Spread spread={report.savingsSpread} /> : null}
    </Section>
  )
}
