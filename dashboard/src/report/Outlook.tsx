import type { ReactNode } from "react"
import type { ShownOutlook } from "../../../domain/report/shownOutlook.ts"
import { type Settings, useSettings } from "../lib/settings.tsx"
import { FoldedTable } from "../ui/Table.tsx"
import { sizesIn } from "./claim.ts"
import { type FullReport, plantWords, sum } from "./data.ts"
import { Ranges } from "./Ranges.tsx"
import { Section } from "./Section.tsx"
import { Tornado } from "./Tornado.tsx"
import { plantOf } from "./Verdict.tsx"

type Driver = ShownOutlook["drivers"][number]
type Plant = Pick<NonNullable<Driver["optimumLow"]>, "newPanelCount" | "batteryCapacityKwh">

/** Mark for a value that was not computed; omitted on cards. */
const NONE = <span className="none">–</span>

/** A plant in words. */
const named = (plant: Plant | null, settings: Settings): ReactNode => {
  if (plant === null) return NONE
  const words = plantWords(plant.newPanelCount, plant.batteryCapacityKwh, settings)
  return <span className="gives-way">{words ?? settings.text.report.outlook.nothing}</span>
}

/** Deviation of an assumption. For a single growth of all prices, the resulting growth: 20 % less than 2 % is 1.6 %. */
export const changeText = (
  name: Driver["name"],
  change: number,
  { financial: { parameters } }: Pick<FullReport, "financial">,
  format: Settings["format"],
): string => {
  const text = format.signed(change, format.percent)
  const { electricityPriceGrowth: growth, energyPriceGrowth, gridFeeGrowth, taxGrowth } = parameters
  const isOne = [energyPriceGrowth, gridFeeGrowth, taxGrowth].every(part => part === undefined)
  return name === "electricityPriceGrowth" && isOne ? `${text} (${format.percent(growth * (1 + change), 1)})` : text
}

/** The lower and the higher end of a driver. */
const endsOf = (driver: Driver) => [
  { change: driver.low, npv: driver.npvLow, payback: driver.paybackLow, optimum: driver.optimumLow },
  { change: driver.high, npv: driver.npvHigh, payback: driver.paybackHigh, optimum: driver.optimumHigh },
]

/** Result and best plant under changed assumptions, and the range of the result. */
const Outlook = ({ report, outlook }: { report: FullReport; outlook: ShownOutlook }) => {
  const settings = useSettings()
  const { text, format } = settings
  const { outlook: words, kpi } = text.report
  const { drivers, breakEven } = outlook
  const { netPresentValue } = report.financial
  const isPlant = plantOf(report, settings) !== undefined
  const years = (value: number | null) => (value === null && isPlant ? kpi.never : format.years(value))
  const reportPlant: Plant = {
    newPanelCount: sum(report.solar.newSystems.map(({ panelCount }) => panelCount)),
    batteryCapacityKwh: report.battery.specs.capacityKwh,
  }
  // Goals other than money and fixed sizes have no other best plant.
  const hasBest = sizesIn(report) !== "fixed" && drivers.some(({ optimumLow }) => optimumLow !== null)
  const present = {
    key: "present",
    cells: [
      words.present,
      "",
      format.eur(netPresentValue),
      years(report.overview.kpi.returnPeriod),
      ...(hasBest ? [named(reportPlant, settings), format.eur(netPresentValue)] : []),
    ],
    isTotal: true,
  }
  const cases = drivers.flatMap(driver =>
    endsOf(driver).map(({ change, npv, payback, optimum }) => ({
      key: `${driver.name} ${change}`,
      cells: [
        words.drivers[driver.name],
        driver.name === "foresight" ? words.foresight(change > 0) : changeText(driver.name, change, report, format),
        npv === null ? words.beyondConnection : format.eur(npv),
        npv === null ? "–" : years(payback),
        ...(hasBest ? [named(optimum, settings), optimum ? format.eur(optimum.npv) : NONE] : []),
      ],
    })),
  )
  const zeros = breakEven.map(
    ({ driver, value }) => `${words.drivers[driver]} ${changeText(driver, value, report, format)}`,
  )
  const { what, change, value, payback, best, bestValue } = words
  return (
    <Section id="outlook" title={words.title} lead={hasBest ? words.lead : words.leadAlone}>
      <div className="card stack">
        <Tornado drivers={drivers} npv={netPresentValue} />
        {zeros.length > 0 ? <p className="small">{words.breakEven(zeros.join(", "))}</p> : null}
        <FoldedTable
          label={words.title}
          head={[what, change, value, payback, ...(hasBest ? [best, bestValue] : [])]}
          rows={[present, ...cases]}
          isListing
        />
      </div>
      {isPlant ? <Ranges outlook={outlook} /> : null}
    </Section>
  )
}

export default Outlook
