import { useAppText } from "../text/appText.ts"
import { RequestField } from "./FormFields.tsx"
import type { Values } from "./paths.ts"

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

/** Without the roof, the ones after it moved up. */
const withoutRoof = (values: Values, kind: Kind, removed: number): Values =>
  Object.fromEntries(
    Object.entries(values).flatMap(([path, value]) => {
      const roof = roofOf(path)
      if (roof?.kind !== kind || roof.index < removed) return [[path, value]]
      return roof.index === removed ? [] : [[`${kind}[${roof.index - 1}]${roof.field}`, value]]
    }),
  )

const RoofFields = ({ at, kind, lat }: { at: string; kind: Kind; lat: number }) => {
  const { newScan } = useAppText()
  return (
    <div className="fields">
      <RequestField path={`${at}.name`} label={newScan.name} isText />
      {kind === "newPv" ? (
        <>
          <RequestField path={`${at}.maxPanelCount`} label={newScan.maxPanels} />
          <RequestField path={`${at}.minPanelCount`} label={newScan.minPanels} placeholder="0" />
        </>
      ) : (
        <RequestField path={`${at}.panelCount`} label={newScan.panels} />
      )}
      <RequestField path={`${at}.panelPowerWatts`} label={newScan.watts} hint="W" />
      <RequestField path={`${at}.tiltAngle`} label={newScan.tilt} hint="°" placeholder="35" />
      <RequestField
        path={`${at}.orientationAngle`}
        label={newScan.orientation}
        hint="°"
        placeholder={lat < 0 ? "0" : "180"}
      />
      <RequestField path={`${at}.systemLosses`} label={newScan.losses} hint="%" placeholder="14" />
      <RequestField path={`${at}.inverterKw`} label={newScan.inverter} hint={`kW, ${newScan.optional}`} />
      {kind === "newPv" ? (
        <>
          <RequestField path={`${at}.costPerKwp`} label={newScan.costPerKwp} hint={`¤, ${newScan.optional}`} />
          <RequestField path={`${at}.fixedCostEur`} label={newScan.fixedCost} hint={`¤, ${newScan.optional}`} />
        </>
      ) : null}
    </div>
  )
}

interface RoofsProps {
  kind: Kind
  values: Values
  onChange(change: (before: Values) => Values): void
}

/** Roofs with panels, or for them. */
export const RoofsGroup = ({ kind, values, onChange }: RoofsProps) => {
  const { newScan } = useAppText()
  const count = countOf(values, kind)
  const add = () => onChange(before => withRoof(before, kind, newScan.roof(String(count + 1))))
  const roofs = Array.from({ length: count }, (_, index) => index)
  return (
    <fieldset className="card stack">
      <legend>{kind === "newPv" ? newScan.roofs : newScan.existing}</legend>
      {count > 0 ? <p className="small muted">{newScan.orientationHint}</p> : null}
      {roofs.map(index => (
        <div className="stack roof" key={index}>
          <RoofFields at={`${kind}[${index}]`} kind={kind} lat={Number(values["location.lat"]?.replace(",", "."))} />
          <button type="button" onClick={() => onChange(before => withoutRoof(before, kind, index))}>
            {newScan.remove(values[`${kind}[${index}].name`] || newScan.roof(String(index + 1)))}
          </button>
        </div>
      ))}
      {count < MAX_ROOFS ? (
        <button type="button" className="start" onClick={add}>
          {kind === "newPv" ? newScan.addRoof : newScan.addExisting}
        </button>
      ) : null}
    </fieldset>
  )
}
