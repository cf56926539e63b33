import { useMemo } from "react"
import { useSettings } from "../../lib/settings.tsx"
import { FoldedTable } from "../../ui/Table.tsx"
import { type ChartData, type FullReport, sum } from "../data.ts"
import { BoughtByMonth, type MonthBars, MonthChart } from "../Months.tsx"
import { plantOf } from "../Verdict.tsx"

const MONTHS = Array.from({ length: 12 }, (_, month) => month)
const CENTS = 2

/** The electricity bill of the first year without and with a system, as bars. */
const YearBill = ({ report, isPlant }: { report: FullReport; isPlant: boolean }) => {
  const { text, format } = useSettings()
  const { customer } = text.report
  const { firstYearBaseline, firstYearOptimized } = report.financial.costComparison
  const largest = Math.max(Math.abs(firstYearBaseline), Math.abs(firstYearOptimized)) || 1
  const rows: [string, number][] = [
    [customer.before, firstYearBaseline],
    ...(isPlant ? [[customer.after, firstYearOptimized] as [string, number]] : []),
  ]
  return (
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
  )
}

type Lines = NonNullable<ChartData["billLines"]>

/** Bill of each month without and with a system: a drawing, and a table with every line of the contract. */
const MonthlyBill = ({ lines, isPlant }: { lines: Lines; isPlant: boolean }) => {
  const { text, format } = useSettings()
  const { customer, months } = text.report
  const words = customer.billLines
  const nameOf = ({ line, eurPerKwh }: Lines[number]) => {
    if (line !== "energy") return words.names[line]
    return eurPerKwh === undefined ? words.energy : words.energyAt(format.eurPerKwh(eurPerKwh))
  }
  const bars = useMemo<MonthBars[]>(() => {
    const totals = (side: "baseline" | "plant") => MONTHS.map(month => sum(lines.map(line => line[side][month]!)))
    return [
      { name: customer.before, colour: "band", values: totals("baseline") },
      { name: customer.after, colour: "accent", values: totals("plant") },
    ]
  }, [lines, customer])
  const drawn = useMemo(() => (isPlant ? bars : bars.slice(0, 1)), [bars, isPlant])
  const columns = lines.map(line => ({ name: nameOf(line), sides: [line.baseline, line.plant] as const }))
  const all = [...columns, { name: words.total, sides: [bars[0]!.values, bars[1]!.values] as const }]
  const change = (without: number, with_: number) => `${format.eur(without, CENTS)} → ${format.eur(with_, CENTS)}`
  const rows = MONTHS.map(month => ({
    key: String(month),
    cells: [format.month(month, "long"), ...all.map(({ sides: [a, b] }) => change(a[month]!, b[month]!))],
  }))
  const year = { key: "year", cells: [words.year, ...all.map(({ sides: [a, b] }) => change(sum(a), sum(b)))] }
  return (
    <>
      <MonthChart title={words.months} unit={format.sign} bars={drawn} isStacked={false} show={format.eur} isCompact />
      <FoldedTable
        label={words.every}
        head={[months.month, ...all.map(({ name }) => name)]}
        rows={[...rows, { ...year, isTotal: true }]}
        isListing
      />
    </>
  )
}

/** The bill of the year and of each month, before and after; today's alone without a system. */
export const Bill = ({ report, chart }: { report: FullReport; chart: ChartData }) => {
  const settings = useSettings()
  const { customer } = settings.text.report
  const isPlant = plantOf(report, settings) !== undefined
  return (
    <>
      <section className="card stack year-bill" aria-label={customer.bill}>
        <h2>{customer.bill}</h2>
        <YearBill {...{ report, isPlant }} />
        {chart.billLines ? <MonthlyBill {...{ lines: chart.billLines, isPlant }} /> : null}
      </section>
      {chart.billLines ? null : <BoughtByMonth chart={chart} />}
    </>
  )
}
