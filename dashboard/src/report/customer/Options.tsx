import { useSettings } from "../../lib/settings.tsx"
import { Table } from "../../ui/Table.tsx"
import { type Alternative, alternativeName } from "../alternativeNames.ts"
import { sizesIn } from "../claim.ts"
import type { FullReport } from "../data.ts"
import type { Priced } from "../priced.ts"
import { optionsOf } from "./optionsOf.ts"

interface OptionsProps {
  report: FullReport
  priced: Priced
  /** The system was chosen by the sliders. */
  isVariant: boolean
}

/** Name of the system of the report: advice only if its sizes were free and no option leads in the middle. */
const nameOf = (report: FullReport, { isOffer }: Priced, isVariant: boolean) => {
  if (isOffer) return "offered"
  if (isVariant) return "variant"
  if (sizesIn(report) === "fixed") return "fixed"
  return report.optimisation.middleShortfall ? "assumed" : "own"
}

/** Three systems side by side; the system of the report at the price of its offer. */
export const Options = ({ report, priced, isVariant }: OptionsProps) => {
  const settings = useSettings()
  const { text, format } = settings
  const { customer, alternatives, kpi } = text.report
  const options = optionsOf(report)
  if (options.length < 2) return null
  const { rows, withoutPanels } = customer.optionTable
  const isOwn = ({ kind }: Alternative) => kind === "optimum"
  const row = (name: string, show: (plant: Alternative) => string) => ({
    key: name,
    cells: [name, ...options.map(({ plant }) => show(plant))],
  })
  const payback = (plant: Alternative) => {
    const years = isOwn(plant) ? priced.payback : plant.returnPeriod
    return plant.investment > 0 && years === null ? kpi.never : format.years(years)
  }
  const ownName = customer.optionTable[nameOf(report, priced, isVariant)]
  const names = options.map(({ option, plant }) => {
    if (option === "withoutPanels") return withoutPanels
    return isOwn(plant) ? ownName : alternativeName(plant, settings)
  })
  return (
    <section className="card stack options" aria-label={customer.options}>
      <h2>{customer.options}</h2>
      <Table
        label={customer.options}
        head={[alternatives.figure, ...names]}
        rows={[
          row(rows.panels, plant => format.number(plant.newPanelCount, 0)),
          row(rows.battery, plant => (plant.batteryCapacityKwh > 0 ? format.kwh(plant.batteryCapacityKwh) : "–")),
          row(rows.price, plant => format.eur(isOwn(plant) ? priced.price : plant.investment)),
          row(rows.saved, plant => format.eur(plant.firstYearSavings)),
          row(rows.payback, payback),
          ...(report.goal === "cost-savings"
            ? []
            : [row(kpi.sufficiency, plant => format.percent(plant.selfSufficiency))]),
        ]}
      />
      {priced.isOffer ? <p className="small muted">{customer.optionTable.estimated}</p> : null}
    </section>
  )
}
