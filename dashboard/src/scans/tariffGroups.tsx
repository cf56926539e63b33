import { CURRENCIES } from "../../../domain/market/currencyNames.ts"
import { useAppText } from "../text/appText.ts"
import { ContractFields } from "./contract/ContractFields.tsx"
import { formOfOffer, MAX_OFFERS, OFFERS } from "./contract/offers.ts"
import { countAt, without } from "./contract/values.ts"
import { FormProvider, Group, RequestCheck, RequestChoice, RequestField, useFormState } from "./FormFields.tsx"

const KindChoice = () => {
  const { newScan, contractForm } = useAppText()
  const options = [
    ["dynamic", newScan.tariffs.dynamic] as const,
    ["flat", newScan.tariffs.flat] as const,
    ["custom", contractForm.kind] as const,
  ]
  return <RequestChoice path="tariff.type" label={newScan.tariffType} options={options} />
}

/** Prices and charges of a tariff of any kind. */
const PriceFields = () => {
  const { newScan } = useAppText()
  const { values } = useFormState()
  const type = values["tariff.type"]
  return (
    <>
      {type === "flat" ? <RequestField path="tariff.flatEurPerKwh" label={newScan.flat} hint="¤/kWh" /> : null}
      {type === "custom" ? <ContractFields /> : null}
      <RequestField path="tariff.contractedPowerKw" label={newScan.contracted} hint={`kW, ${newScan.optional}`} />
      {type === "custom" ? null : (
        <>
          <RequestField path="tariff.feedInEurPerKwh" label={newScan.feedIn} hint={`¤/kWh, ${newScan.optional}`} />
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

/** What electricity costs. */
export const TariffGroup = () => {
  const { newScan } = useAppText()
  const { values } = useFormState()
  const customers = [
    ["household", newScan.customers.household] as const,
    ["business", newScan.customers.business] as const,
  ]
  const currencies = [["", newScan.ownCurrency] as const, ...CURRENCIES.map(name => [name, name] as const)]
  return (
    <Group title={newScan.tariff}>
      <KindChoice />
      <RequestChoice path="customer" label={newScan.customer} options={customers} />
      <RequestChoice path="currency" label={newScan.currency} options={currencies} />
      {values["tariff.type"] !== "flat" ? (
        <RequestField path="tariff.priceYear" label={newScan.priceYear} hint={newScan.optional} />
      ) : null}
      <PriceFields />
    </Group>
  )
}

/** A contract on offer: the fields of a tariff, from a template or written. */
const Offer = ({ index }: { index: number }) => {
  const { contractForm: words, newScan } = useAppText()
  const form = useFormState()
  const number = String(index + 1)
  const own = formOfOffer(form, index)
  const remove = () => {
    for (const [path, text] of without(form.values, OFFERS, index)) form.set(path, text)
  }
  return (
    <fieldset className="card stack">
      <legend>{words.offer(number)}</legend>
      <FormProvider value={own}>
        <div className="fields">
          <KindChoice />
          {own.values["tariff.type"] === "custom" ? null : (
            <RequestField path="tariff.name" label={words.name} hint={newScan.optional} isText />
          )}
          <PriceFields />
        </div>
      </FormProvider>
      <button type="button" className="start" onClick={remove}>
        {words.removeOffer(number)}
      </button>
    </fieldset>
  )
}

/** Contracts that the scan compares with the tariff, for the goal that does so. */
export const OffersGroup = () => {
  const { contractForm: words } = useAppText()
  const { values, set } = useFormState()
  if (values.goal !== "cost-savings") return null
  const count = countAt(values, OFFERS)
  const add = () => {
    set(`${OFFERS}[${count}].type`, "dynamic")
    set(`${OFFERS}[${count}].taxesIncluded`, "true")
  }
  return (
    <fieldset className="card stack">
      <legend>{words.offers}</legend>
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
    </fieldset>
  )
}
