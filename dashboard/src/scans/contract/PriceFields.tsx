import { useSettings } from "../../lib/settings.tsx"
import { useAppText } from "../../text/appText.ts"
import { Choice } from "../../ui/Field.tsx"
import { RequestField, useFormState } from "../FormFields.tsx"
import type { Values } from "../paths.ts"
import { countAt, without } from "./values.ts"

type Kind = "one" | "market" | "windows"

const kindOf = (values: Values, path: string): Kind => {
  if (values[path] === "dayAhead") return "market"
  return countAt(values, path) > 0 ? "windows" : "one"
}

/** Months and days of a window, set only by its template. */
const Bounds = ({ at }: { at: string }) => {
  const { values } = useFormState()
  const { format } = useSettings()
  const { contractForm: words } = useAppText()
  const months = Array.from({ length: countAt(values, `${at}.months`) }, (_, index) => values[`${at}.months[${index}]`])
  if (months.length === 0) return null
  return <p className="small muted">{words.only(months.map(month => format.month(Number(month) - 1)).join(", "))}</p>
}

/** Prices by parts of the day, a row each. */
export const WindowRows = ({ path, label }: { path: string; label: string }) => {
  const { values, set } = useFormState()
  const { contractForm: words } = useAppText()
  const count = countAt(values, path)
  const change = (changes: [path: string, text: string][]) => {
    for (const [name, text] of changes) set(name, text)
  }
  return (
    <fieldset className="wide stack">
      <legend>{label}</legend>
      {Array.from({ length: count }, (_, index) => `${path}[${index}]`).map((at, index) => (
        <div className="fields" key={at}>
          <RequestField path={`${at}.eurPerKwh`} label={words.price} hint="¤/kWh" />
          <RequestField path={`${at}.hours[0][0]`} label={words.from} placeholder="0" />
          <RequestField path={`${at}.hours[0][1]`} label={words.to} placeholder="24" />
          <Bounds at={at} />
          <button type="button" className="start" onClick={() => change(without(values, path, index))}>
            {words.remove(String(index + 1))}
          </button>
        </div>
      ))}
      {count > 0 ? <p className="small muted">{words.rest}</p> : null}
      <button type="button" className="start" onClick={() => set(`${path}[${count}].eurPerKwh`, "0")}>
        {words.add}
      </button>
    </fieldset>
  )
}

/** Price of a kWh bought or sold: one price, the market's, or prices by parts of the day. */
export const EnergyFields = ({ path, label }: { path: string; label: string }) => {
  const { values, set } = useFormState()
  const { contractForm: words } = useAppText()
  const kind = kindOf(values, path)
  const choose = (chosen: string) => {
    for (const name of Object.keys(values)) if (name === path || name.startsWith(`${path}[`)) set(name, "")
    if (chosen === "market") set(path, "dayAhead")
    if (chosen === "one") set(path, "0")
    if (chosen === "windows") set(`${path}[0].eurPerKwh`, "0")
  }
  const { one: onePrice, market, windows } = words.kinds
  return (
    <>
      <Choice
        label={label}
        options={[
          ["one", onePrice],
          ["market", market],
          ["windows", windows],
        ]}
        value={kind}
        onChange={event => choose(event.target.value)}
      />
      {kind === "one" ? <RequestField path={path} label={words.price} hint="¤/kWh" /> : null}
      {kind === "windows" ? <WindowRows path={path} label={label} /> : null}
    </>
  )
}
