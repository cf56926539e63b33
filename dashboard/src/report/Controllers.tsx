import { useSettings } from "../lib/settings.tsx"
import { Table } from "../ui/Table.tsx"
import type { FullReport } from "./data.ts"
import { provenShare } from "./provenShare.ts"

const COMPARED = ["ideal", "forecast", "selfConsumption"] as const

type Comparison = NonNullable<FullReport["control"]>

interface ControllersProps {
  control: Comparison
  /** The request fixed all sizes: only the operation is proven. */
  isFixed: boolean
  /** Life-cycle cost of the operated plant. */
  totalCost: number
}

/** The same plant with foresight, by plans, and by a rule: promised savings, and the gain of perfect foresight. */
export const Controllers = ({ control, isFixed, totalCost }: ControllersProps) => {
  const { text, format } = useSettings()
  const { controllers: words } = text.report
  const { chosen, origin, firstYearSavings, netPresentValue, batteryAnnualSavings, provenWithin } = control
  const proven = isFixed ? words.provenAtSizes : words.provenWithin
  const foresightEur = netPresentValue.ideal - netPresentValue[chosen]!
  const rows = COMPARED.filter(name => firstYearSavings[name] !== null).map(name => ({
    key: name,
    cells: [
      name === chosen ? words.chosen(words.names[name]) : words.names[name],
      format.eur(firstYearSavings[name]),
      format.eur(batteryAnnualSavings[name]),
      format.eur(netPresentValue[name]),
    ],
    isTotal: name === chosen,
  }))
  return (
    <div className="card stack">
      <h3>{words.title}</h3>
      <p className="small muted">
        {words.lead}
        {origin ? ` ${words.origins[origin]}` : ""}
      </p>
      <Table
        label={words.title}
        head={[words.controller, words.savings, words.battery, words.value]}
        rows={rows}
        isListing
      />
      {firstYearSavings.forecast === null ? null : <p className="small muted no-print">{words.switching}</p>}
      {provenWithin === null ? null : (
        <p>
          {proven(format.percent(provenShare(provenWithin), 2))}
          {foresightEur > 0
            ? ` ${words.foresight(format.eur(foresightEur), format.percent(foresightEur / totalCost, 2))}`
            : null}
        </p>
      )}
    </div>
  )
}
