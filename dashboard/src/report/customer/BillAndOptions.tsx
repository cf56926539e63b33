import { useSettings } from "../../lib/settings.tsx"
import { Table } from "../../ui/Table.tsx"
import { type Alternative, alternativeName } from "../alternativeNames.ts"
import type { ChartData, FullReport } from "../data.ts"
import { BoughtByMonth } from "../Months.tsx"

/** The electricity bill of the first year without and with the system, as two bars. */
const YearBill = ({ report }: { report: FullReport }) => {
  const { text, format } = useSettings()
  const { customer } = text.report
  const { firstYearBaseline, firstYearOptimized } = report.financial.costComparison
  const largest = Math.max(Math.abs(firstYearBaseline), Math.abs(firstYearOptimized)) || 1
  const rows: [string, number][] = [
    [customer.before, firstYearBaseline],
    [customer.after, firstYearOptimized],
  ]
  return (
    <section className="card stack year-bill" aria-label={customer.bill}>
      <h2>{customer.bill}</h2>
      <p className="small muted">{customer.billLead}</p>
      <dl>
        {rows.map(([name, eur]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              <span className="bar" style={{ width: `${(100 * Math.max(0, eur)) / largest}%` }} aria-hidden="true" />
              <strong>{format.eur(eur)}</strong>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

const MAX_OPTIONS = 3
const ORDER: readonly Alternative["kind"][] = ["optimum", "withoutBattery", "usualBattery", "allRoofsFull"]

/** The system of the report and up to two others: without a battery, with the best usual battery, with full roofs. */
const optionsOf = ({ alternatives = [] }: FullReport): Alternative[] =>
  ORDER.flatMap(kind => {
    const [best] = alternatives
      .filter(plant => plant.kind === kind)
      .toSorted((a, b) => b.netPresentValue - a.netPresentValue)
    return best ? [best] : []
  }).slice(0, MAX_OPTIONS)

/** Three systems side by side. */
const Options = ({ report }: { report: FullReport }) => {
  const settings = useSettings()
  const { text, format } = settings
  const { customer, alternatives, kpi } = text.report
  const options = optionsOf(report)
  if (options.length < 2) return null
  const row = (name: string, show: (plant: Alternative) => string) => ({
    key: name,
    cells: [name, ...options.map(show)],
  })
  const payback = ({ investment, returnPeriod }: Alternative) =>
    investment > 0 && returnPeriod === null ? kpi.never : format.years(returnPeriod)
  return (
    <section className="card stack options" aria-label={customer.options}>
      <h2>{customer.options}</h2>
      <Table
        label={customer.options}
        head={[alternatives.figure, ...options.map(plant => alternativeName(plant, settings))]}
        rows={[
          row(alternatives.rows.panelCount, plant => format.number(plant.newPanelCount, 0)),
          row(alternatives.rows.capacity, plant =>
            plant.batteryCapacityKwh > 0 ? format.kwh(plant.batteryCapacityKwh) : "–",
          ),
          row(customer.price, plant => format.eur(plant.investment)),
          row(customer.saved, plant => format.eur(plant.firstYearSavings)),
          row(customer.payback, payback),
        ]}
      />
    </section>
  )
}

/** The bill before and after, purchases by month, and three options. */
export const BillAndOptions = ({ report, chart }: { report: FullReport; chart: ChartData }) => (
  <>
    <YearBill report={report} />
    <BoughtByMonth chart={chart} isCompact />
    <Options report={report} />
  </>
)
