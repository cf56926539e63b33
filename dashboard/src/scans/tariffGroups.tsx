import { CURRENCIES } from "../../../domain/market/currencyNames.ts"
import { USUAL_LOAD_PROFILES } from "../../../domain/request/usualLoadProfiles.ts"
import { useAppText } from "../text/appText.ts"
import { ContractFields } from "./contract/ContractFields.tsx"
import { formOfOffer, MAX_OFFERS, OFFERS } from "./contract/offers.ts"
import { useUsualPrices } from "./contract/useUsualPrices.ts"
import { countAt, without } from "./contract/values.ts"
import { FormProvider, Group, RequestCheck, RequestChoice, RequestField, useFormState } from "./FormFields.tsx"
import { useStandardProfiles } from "./formGroups.tsx"
import type { Values } from "./paths.ts"

const KindChoice = () => {
  const { newScan, contractForm } = useAppText()
  const options = [
    ["flat", newScan.tariffs.flat] as const,
    ["dynamic", newScan.tariffs.dynamic] as const,
    ["custom", contractForm.kind] as const,
  ]
  return <RequestChoice path="tariff.type" label={newScan.tariffType} options={options} />
}

const FlatPrice = () => {
  const { newScan } = useAppText()
  const { purchase = "" } = useUsualPrices()
  const hint = `¤/kWh, ${newScan.usual}`
  return <RequestField path="tariff.flatEurPerKwh" label={newScan.flat} hint={hint} placeholder={purchase} />
}

const FeedInPrice = () => {
  const { newScan } = useAppText()
  const { values } = useFormState()
  const { feedIn = "" } = useUsualPrices()
  const isFlat = values["tariff.type"] === "flat"
  return (
    <RequestField
      path="tariff.feedInEurPerKwh"
      label={newScan.feedIn}
      hint={`¤/kWh, ${isFlat ? newScan.usual : newScan.optional}`}
      placeholder={isFlat ? feedIn : ""}
    />
  )
}

/** Price of a kWh, by the kind of the contract. */
const EnergyPrices = () => {
  const { values } = useFormState()
  const type = values["tariff.type"]
  if (type === "flat") return <FlatPrice />
  return type === "custom" ? <ContractFields /> : null
}

/** Charges of a tariff of any kind, and payment for feed-in. */
const ChargeFields = () => {
  const { newScan } = useAppText()
  const { values } = useFormState()
  const type = values["tariff.type"]
  return (
    <>
      <RequestField path="tariff.contractedPowerKw" label={newScan.contracted} hint={`kW, ${newScan.optional}`} />
      {type === "custom" ? null : (
        <>
          <FeedInPrice />
          {values["tariff.feedInEurPerKwh"] ? (
            <RequestField path="tariff.feedInUntil" label={newScan.feedInUntil} hint={newScan.optional} />
          ) : null}
          <RequestField path="tariff.demandEurPerKwMonth" label={newScan.demand} hint={`¤/kW, ${newScan.optional}`} />
          <RequestField path="tariff.fixedEurPerMonth" label={newScan.fixed} hint={`¤, ${newScan.optional}`} />
          <RequestCheck path="tariff.taxesIncluded" label={newScan.taxes} />
        </>
      )}
      <RequestCheck path="tariff.netting" label={newScan.netting} />
      {values["tariff.netting"] === "true" ? (
        <RequestField path="tariff.nettingUntil" label={newScan.nettingUntil} hint={newScan.optional} />
      ) : null}
    </>
  )
}

/** Price of a kWh. */
export const ContractQuestion = () => {
  const { form: words } = useAppText()
  return (
    <Group title={words.questions.contract}>
      <KindChoice />
      <EnergyPrices />
    </Group>
  )
}

/** Buyer, currency and further charges. */
export const TariffFields = () => {
  const { newScan } = useAppText()
  const { values, set } = useFormState()
  const profiles = useStandardProfiles()
  const { households = [], businesses = [] } = profiles.value ?? {}
  // A profile of the other kind of customer gives way to the usual one of the chosen kind.
  const onCustomer = (kind: string) => {
    const fitting = kind === "business" ? businesses : households
    if (fitting.length === 0 || fitting.some(({ profileKey }) => profileKey === values.loadProfile)) return
    set("loadProfile", USUAL_LOAD_PROFILES[kind === "business" ? kind : "household"])
  }
  const customers = [
    ["household", newScan.customers.household] as const,
    ["business", newScan.customers.business] as const,
  ]
  const currencies = [["", newScan.ownCurrency] as const, ...CURRENCIES.map(name => [name, name] as const)]
  return (
    <div className="fields">
      <RequestChoice path="customer" label={newScan.customer} options={customers} onChoice={onCustomer} />
      <RequestChoice path="currency" label={newScan.currency} options={currencies} />
      {values["tariff.type"] !== "flat" ? (
        <RequestField path="tariff.priceYear" label={newScan.priceYear} hint={newScan.optional} />
      ) : null}
      <ChargeFields />
    </div>
  )
}

/** A contract on offer: the fields of a tariff, from a template or written. */
const Offer = ({ index }: { index: number }) => {
  const { contractForm: words, newScan } = useAppText()
  const form = useFormState()
  const number = String(index + 1)
  const offerForm = formOfOffer(form, index)
  const remove = () => {
    for (const [path, text] of without(form.values, OFFERS, index)) form.set(path, text)
  }
  return (
    <fieldset className="card stack">
      <legend>{words.offer(number)}</legend>
      <FormProvider value={offerForm}>
        <div className="fields">
          <KindChoice />
          {offerForm.values["tariff.type"] === "custom" ? null : (
            <RequestField path="tariff.name" label={words.name} hint={newScan.optional} isText />
          )}
          <EnergyPrices />
          <ChargeFields />
        </div>
      </FormProvider>
      <button type="button" className="start" onClick={remove}>
        {words.removeOffer(number)}
      </button>
    </fieldset>
  )
}

/** True if the goal compares contracts. */
export const comparesContracts = (values: Values): boolean => values.goal === "cost-savings"

/** Contracts that the scan compares with the tariff. */
export const OffersFields = () => {
  const { contractForm: words } = useAppText()
  const { values, set } = useFormState()
  const count = countAt(values, OFFERS)
  const add = () => {
    set(`${OFFERS}[${count}].type`, "dynamic")
    set(`${OFFERS}[${count}].taxesIncluded`, "true")
  }
  return (
    <>
      <p className="small muted">{words.offersLead}</p>
      {Array.from({ length: count }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a contract is known by its place in the request
        <Offer key={index} index={index} />
      ))}
      {count < MAX_OFFERS ? (
        <button type="button" className="start" onClick={add}>
          {words.addOffer}
        </button>
      ) : null}
    </>
  )
}
