import { useCallback } from "react"
import { useSession } from "../app/session.tsx"
import { useLoad } from "../lib/load.ts"
import { useAppText } from "../text/appText.ts"
import { Async } from "../ui/Async.tsx"
import { Check, Choice } from "../ui/Field.tsx"
import { Group, RequestChoice, RequestField, useFormState } from "./FormFields.tsx"
import { BATTERY_WANTED, CATALOGUE_IDS, isOfCatalogue, isWithinBounds, listsProducts } from "./paths.ts"

/** Initial battery of the form, kWh and kW. */
export const USUAL_BATTERY = { capacityKwh: "10", powerRatingKw: "5" }

/** Maximum number of ticked products of the catalogue, as in a request. */
const MAX_TICKED = 100

/**
 * Tick boxes of the catalogue's batteries. The scan chooses among the ticked batteries. Ticked batteries stay when the
 * bounds become smaller.
 */
const Ticks = () => {
  const { ask } = useSession()
  const { batteries } = useAppText()
  const { values, set } = useFormState()
  const list = useLoad(
    useCallback(signal => ask("GET /v1/batteries/products", { query: { limit: MAX_TICKED }, signal }), [ask]),
  )
  const ticked = (values[CATALOGUE_IDS] ?? "").split(",").filter(Boolean)
  const tick = (id: string, isTicked: boolean) =>
    set(CATALOGUE_IDS, (isTicked ? [...ticked, id] : ticked.filter(each => each !== id)).join(","))
  return (
    <Async loaded={list}>
      {({ items }) => {
        const shown = items.filter(product => ticked.includes(product.id) || isWithinBounds(values, product))
        if (shown.length === 0)
          return <p className="muted across">{items.length ? batteries.noneFits : batteries.empty}</p>
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame
          <div className="across ticks" role="group" aria-label={batteries.only}>
            <span className="small muted across">{batteries.only}</span>
            {shown.map(({ id, brand, model }) => (
              <Check
                key={id}
                label={[brand, model].filter(Boolean).join(" ") || id}
                checked={ticked.includes(id)}
                onChange={event => tick(id, event.target.checked)}
              />
            ))}
          </div>
        )
      }}
    </Async>
  )
}

/** Question for a battery and the largest one to consider. */
export const BatteryQuestion = () => {
  const { newScan, form: words } = useAppText()
  const { values, set } = useFormState()
  const isWanted = values[BATTERY_WANTED] !== "no"
  const options = [["yes", words.wants.yes] as const, ["no", words.wants.no] as const]
  const want = (answer: string) => {
    set(BATTERY_WANTED, answer)
    if (answer === "no") return
    if (!values["electricBattery.capacityKwh"]) set("electricBattery.capacityKwh", USUAL_BATTERY.capacityKwh)
    if (!values["electricBattery.powerRatingKw"]) set("electricBattery.powerRatingKw", USUAL_BATTERY.powerRatingKw)
  }
  return (
    <Group title={words.questions.battery}>
      <Choice
        label={words.wanted}
        options={options}
        value={isWanted ? "yes" : "no"}
        onChange={event => want(event.target.value)}
      />
      {isWanted ? <RequestField path="electricBattery.capacityKwh" label={newScan.capacity} hint="kWh" /> : null}
    </Group>
  )
}

/** Fields of a battery that is there already. */
export const ExistingBatteryFields = () => {
  const { newScan, batteries } = useAppText()
  const { existingBattery: words } = newScan
  return (
    <>
      <p className="small muted">{words.hint}</p>
      <div className="fields">
        <RequestField path="existingBattery.capacityKwh" label={words.capacity} hint={`kWh, ${newScan.optional}`} />
        <RequestField path="existingBattery.powerRatingKw" label={words.power} hint={`kW, ${newScan.optional}`} />
        <RequestField
          path="existingBattery.ageYears"
          label={words.age}
          hint={`${batteries.years}, ${newScan.optional}`}
        />
        <RequestField path="existingBattery.roundtripEfficiency" label={newScan.efficiency} hint="%" placeholder="92" />
        <RequestField
          path="existingBattery.minimumChargeLevel"
          label={newScan.minimumCharge}
          hint="%"
          placeholder="10"
        />
        <RequestField path="existingBattery.replacementYear" label={words.replaced} hint={newScan.optional} />
        <RequestField path="existingBattery.costPerKwh" label={words.price} hint={`¤, ${newScan.optional}`} />
      </div>
    </>
  )
}

/** Further fields of a battery, of any size or from the catalogue. */
export const BatteryFields = () => {
  const { newScan, batteries } = useAppText()
  const { values } = useFormState()
  const options = [
    ["", listsProducts(values) ? batteries.ofScan : batteries.anySize] as const,
    ["organization", batteries.ofCatalogue] as const,
  ]
  const hasOwnPrices = isOfCatalogue(values) || listsProducts(values)
  return (
    <div className="fields">
      <RequestField path="electricBattery.powerRatingKw" label={newScan.power} hint="kW" />
      <RequestChoice path="electricBattery.catalogue" label={batteries.choice} options={options} />
      <RequestField path="electricBattery.roundtripEfficiency" label={newScan.efficiency} hint="%" placeholder="92" />
      <RequestField path="electricBattery.minimumChargeLevel" label={newScan.minimumCharge} hint="%" placeholder="10" />
      {hasOwnPrices ? null : (
        <>
          <RequestField path="electricBattery.costPerKwh" label={newScan.costPerKwh} hint={`¤, ${newScan.optional}`} />
          <RequestField path="electricBattery.fixedCostEur" label={newScan.fixedCost} hint={`¤, ${newScan.optional}`} />
        </>
      )}
      {isOfCatalogue(values) ? <Ticks /> : null}
    </div>
  )
}
