import { useSettings } from "../lib/settings.tsx"
import { useAppText } from "../text/appText.ts"
import { useAnswer } from "./questions/answers.tsx"

const DAYS = [0, 1, 2, 3, 4, 5, 6]
const MONTHS = Array.from({ length: 12 }, (_, month) => month)

interface ScheduleMatrixProps {
  /** Rows Monday to Sunday, columns January to December. */
  schedule: readonly (readonly boolean[])[]
  /** Resolves once the service's state is reloaded. */
  onChange(schedule: boolean[][]): unknown
}

/** Active days of a layer, by day of the week and month. */
export const ScheduleMatrix = ({ schedule: taken, onChange }: ScheduleMatrixProps) => {
  const { studio } = useAppText()
  const { format } = useSettings()
  const [schedule, give] = useAnswer(taken, rows => onChange(rows.map(row => [...row])))
  const flip = (day: number, month: number) =>
    give(schedule.map((row, index) => (index === day ? row.with(month, !row[month]) : row)))
  return (
    <fieldset className="shape">
      <legend>{studio.schedule}</legend>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a place that scrolls must be reached without a mouse */}
      {/* biome-ignore lint/a11y/useSemanticElements: a section per table would crowd the list of landmarks */}
      <div className="scroll" role="group" tabIndex={0} aria-label={studio.schedule}>
        <table className="matrix">
          <thead>
            <tr>
              <td />
              {MONTHS.map(month => (
                <th scope="col" key={month}>
                  {format.month(month)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {DAYS.map(day => (
              <tr key={day}>
                <th scope="row">{format.weekday(day)}</th>
                {MONTHS.map(month => (
                  <td key={month}>
                    <input
                      type="checkbox"
                      aria-label={studio.scheduleCell(format.weekday(day), format.month(month, "long"))}
                      checked={schedule[day]![month]}
                      onChange={() => flip(day, month)}
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </fieldset>
  )
}
