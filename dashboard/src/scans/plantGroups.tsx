import { Link } from "../app/router.tsx"
import { cutName } from "../lib/format.ts"
import { useQuestionText } from "../studio/questionText.ts"
import { useAppText } from "../text/appText.ts"
import { Field } from "../ui/Field.tsx"
import { Group, RequestField, useErrors } from "./FormFields.tsx"
import type { Values } from "./paths.ts"
import { RoofDirection } from "./roof/RoofDirection.tsx"
import { ObstacleRows } from "./roof/Shade.tsx"

type Kind = "newPv" | "existingPv"
const MAX_ROOFS = 20
const FIRST_PANEL_WATTS = "430"

/** The roof that a field's path names: `newPv[1].name` is field `.name` of the second new one. */
const roofOf = (path: string): { kind: string; index: number; field: string } | null => {
  const [, kind = "", index, field = ""] = /^(newPv|existingPv)\[(\d+)\](.*)$/.exec(path) ?? []
  return index === undefined ? null : { kind, index: Number(index), field }
}

const countOf = (values: Values, kind: Kind): number =>
  Object.keys(values).reduce((count, path) => {
    const roof = roofOf(path)
    return roof?.kind === kind ? Math.max(count, roof.index + 1) : count
  }, 0)

const withRoof = (values: Values, kind: Kind, name: string): Values => {
  const at = `${kind}[${countOf(values, kind)}]`
  const panels = kind === "newPv" ? "maxPanelCount" : "panelCount"
  return {
    ...values,
    [`${at}.name`]: name,
    [`${at}.${panels}`]: "10",
    [`${at}.panelPowerWatts`]: FIRST_PANEL_WATTS,
  }
}

/** The values without the roof; later roofs move up. */
const withoutRoof = (values: Values, kind: Kind, removed: number): Values =>
  Object.fromEntries(
    Object.entries(values).flatMap(([path, value]) => {
      const roof = roofOf(path)
      if (roof?.kind !== kind || roof.index < removed) return [[path, value]]
      return roof.index === removed ? [] : [[`${kind}[${roof.index - 1}]${roof.field}`, value]]
    }),
  )

const PRICES = ["costPerKwp", "fixedCostEur"] as const

/** Numeric fields of a roof. @param isAsked the question already has its number of panels and direction */
const RoofFields = ({ at, kind, isAsked }: { at: string; kind: Kind; isAsked: boolean }) => {
  const { newScan } = useAppText()
  const prices = { costPerKwp: newScan.costPerKwp, fixedCostEur: newScan.fixedCost }
  return (
    <div className="fields">
      <RequestField path={`${at}.name`} label={newScan.name} isText />
      {isAsked ? null : <PanelCount at={at} kind={kind} />}
      {kind === "newPv" ? (
        <RequestField path={`${at}.minPanelCount`} label={newScan.minPanels} placeholder="0" />
      ) : null}
      <RequestField path={`${at}.panelPowerWatts`} label={newScan.watts} hint="W" />
      <RequestField path={`${at}.systemLosses`} label={newScan.losses} hint="%" placeholder="14" />
      <RequestField path={`${at}.inverterKw`} label={newScan.inverter} hint={`kW, ${newScan.optional}`} />
      {kind === "newPv"
        ? PRICES.map(price => (
            <RequestField key={price} path={`${at}.${price}`} label={prices[price]} hint={`¤, ${newScan.optional}`} />
          ))
        : null}
    </div>
  )
}

const PanelCount = ({ at, kind }: { at: string; kind: Kind }) => {
  const { newScan } = useAppText()
  return kind === "newPv" ? (
    <RequestField path={`${at}.maxPanelCount`} label={newScan.maxPanels} />
  ) : (
    <RequestField path={`${at}.panelCount`} label={newScan.panels} />
  )
}

interface RoofsProps {
  values: Values
  onChange(change: (before: Values) => Values): void
}

/** Number of panels that fit on the first roof, and its orientation. */
export const RoofQuestion = ({ values, onChange }: RoofsProps) => {
  const { newScan, form: words } = useAppText()
  const add = () => onChange(before => withRoof(before, "newPv", newScan.roof("1")))
  return (
    <fieldset className="card stack">
      <legend>{words.questions.roof}</legend>
      {countOf(values, "newPv") > 0 ? (
        <>
          <div className="fields">
            <PanelCount at="newPv[0]" kind="newPv" />
          </div>
          <RoofDirection at="newPv[0]" />
        </>
      ) : (
        <>
          <p className="muted">{words.noRoof}</p>
          <button type="button" className="start" onClick={add}>
            {newScan.addRoof}
          </button>
        </>
      )}
    </fieldset>
  )
}

/** Number of existing panels; an empty number means no roof with panels. */
export const TodayQuestion = ({ values, onChange }: RoofsProps) => {
  const { newScan, form: words } = useAppText()
  const { drop } = useQuestionText()
  const errorOf = useErrors()
  const path = "existingPv[0].panelCount"
  const profileId = values.inputMethod === "studio" ? values.customProfileId : undefined
  const write = (text: string) =>
    onChange(before => {
      const count = countOf(before, "existingPv")
      if (text.trim() === "" && count === 1) return withoutRoof(before, "existingPv", 0)
      const present = count === 0 ? withRoof(before, "existingPv", newScan.roof("1")) : before
      return { ...present, [path]: text }
    })
  return (
    <Group title={words.questions.today}>
      <Field
        label={words.today}
        hint={values.inputMethod === "studio" ? words.todayOfProfile : words.todayHint}
        error={errorOf(path, words.today)}
        value={values[path] ?? ""}
        inputMode="decimal"
        autoComplete="off"
        onChange={event => write(event.target.value)}
      />
      {profileId ? (
        <p className="small muted">
          {words.panelsOfProfile} <Link to={`/studio/${profileId}`}>{drop.open}</Link>
        </p>
      ) : null}
    </Group>
  )
}

/** Roofs with existing or new panels; of the first roof only the fields outside its question. */
export const RoofsFields = ({ kind, values, onChange }: RoofsProps & { kind: Kind }) => {
  const { newScan } = useAppText()
  const count = countOf(values, kind)
  const add = () => onChange(before => withRoof(before, kind, newScan.roof(String(count + 1))))
  const roofs = Array.from({ length: count }, (_, index) => index)
  return (
    <>
      {count > 0 ? <p className="small muted">{newScan.orientationHint}</p> : null}
      {roofs.map(index => (
        <div className="stack roof" key={index}>
          <RoofFields at={`${kind}[${index}]`} kind={kind} isAsked={index === 0} />
          {index === 0 && kind === "newPv" ? null : <RoofDirection at={`${kind}[${index}]`} />}
          <ObstacleRows at={`${kind}[${index}]`} onChange={onChange} />
          <button type="button" onClick={() => onChange(before => withoutRoof(before, kind, index))}>
            {newScan.remove(cutName(values[`${kind}[${index}].name`] || newScan.roof(String(index + 1))))}
          </button>
        </div>
      ))}
      {count < MAX_ROOFS ? (
        <button type="button" className="start" onClick={add}>
          {kind === "newPv" ? newScan.addRoof : newScan.addExisting}
        </button>
      ) : null}
    </>
  )
}
