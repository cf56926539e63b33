import type { Contract } from "../../../../domain/request/contractsRequest.ts"
import { useSettings } from "../../lib/settings.tsx"
import { useAppText } from "../../text/appText.ts"
import { type Week, weekOf } from "./week.ts"

const JANUARY = 1
const JULY = 7
/** Share of the colour at the lowest price, percent, so that it stays visible. */
const LEAST_COLOUR = 12

const pricesOf = ({ eurPerKwh }: Week): number[] => [...new Set(eurPerKwh.flat())].sort((a, b) => a - b)

/** The higher the price the deeper the colour. */
const colourOf = (price: number, prices: readonly number[]): string => {
  const [lowest, highest] = [prices[0]!, prices.at(-1)!]
  const share = highest > lowest ? (price - lowest) / (highest - lowest) : 0
  return `color-mix(in srgb, var(--grid) ${LEAST_COLOUR + (100 - LEAST_COLOUR) * share}%, var(--surface))`
}

const WeekTable = ({ week, prices, month }: { week: Week; prices: readonly number[]; month: number }) => {
  const { format } = useSettings()
  const { contractForm: words } = useAppText()
  const show = (price: number) =>
    week.isMarket ? `${words.market} + ${format.eurPerKwh(price)}` : format.eurPerKwh(price)
  const name = format.month(month - 1, "long")
  return (
    <figure className="stack week">
      <figcaption>{words.week(name)}</figcaption>
      <div role="img" aria-label={words.weekAlt(name, pricesOf(week).map(show).join(", "))}>
        {week.eurPerKwh.map((day, index) => (
          <div className="day" key={format.weekday(index)}>
            <span className="small">{format.weekday(index)}</span>
            {day.map((price, hour) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the hours of a day keep their places
              <i key={hour} title={`${hour}:00 ${show(price)}`} style={{ background: colourOf(price, prices) }} />
            ))}
          </div>
        ))}
      </div>
      <ul className="row small">
        {pricesOf(week).map(price => (
          <li key={price} className="row">
            <i className="swatch" style={{ background: colourOf(price, prices) }} />
            {show(price)}
          </li>
        ))}
      </ul>
    </figure>
  )
}

/**
 * The purchase price of a contract by the hour of a week, with coloured parts of the day. Winter and summer are shown
 * separately if they differ.
 */
export const WeekPicture = ({ contract }: { contract: Contract }) => {
  const { contractForm: words } = useAppText()
  const [winter, summer] = [weekOf(contract, JANUARY), weekOf(contract, JULY)]
  const prices = [...pricesOf(winter), ...pricesOf(summer)].sort((a, b) => a - b)
  const isSame = JSON.stringify(winter) === JSON.stringify(summer)
  return (
    <div className="wide stack">
      <WeekTable week={winter} prices={prices} month={JANUARY} />
      {isSame ? null : <WeekTable week={summer} prices={prices} month={JULY} />}
      {contract.buy?.taxed ? <p className="small muted">{words.untaxed}</p> : null}
    </div>
  )
}
