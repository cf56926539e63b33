import { useCallback, useEffect, useState } from "react"
import type { Contract } from "../../../../domain/request/contractsRequest.ts"
import { HOLIDAY_REGIONS } from "../../../../domain/site/holidayRegions.ts"
import { useSession } from "../../app/session.tsx"
import { useLoad } from "../../lib/load.ts"
import { useSettings } from "../../lib/settings.tsx"
import { useAppText } from "../../text/appText.ts"
import { Choice } from "../../ui/Field.tsx"
import { RequestCheck, RequestChoice, RequestField, useFormState } from "../FormFields.tsx"
import { EnergyFields, WindowRows } from "./PriceFields.tsx"
import { contractChanges, contractOf } from "./values.ts"
import { WeekPicture } from "./WeekPicture.tsx"

/** Initial values of a custom contract: a night and a day. */
const OWN: Contract = {
  type: "custom",
  buy: { energy: [{ eurPerKwh: 0.11, hours: [[23, 7]] }, { eurPerKwh: 0.14 }], taxed: true },
  sell: { energy: 0.05 },
}

/** Contracts of the form; the usual contract of a country is the flat tariff with empty prices. */
const useTemplates = () => {
  const { ask } = useSession()
  const templates = useLoad(useCallback(signal => ask("GET /v1/tariffs/templates", { signal }), [ask])).value ?? []
  return templates.filter(({ tariff }) => tariff.type === "custom")
}

type Template = ReturnType<typeof useTemplates>[number]

/** Makes a contract the tariff of the form. */
const useContract = () => {
  const { values, set } = useFormState()
  const { format } = useSettings()
  return (contract: Contract) => {
    for (const [path, text] of contractChanges(values, contract, format.typed)) set(path, text)
  }
}

/** Choice of the initial contract. */
const TemplateChoice = ({ onChoose }: { onChoose(template: Template | undefined): void }) => {
  const { contractForm: words } = useAppText()
  const take = useContract()
  const templates = useTemplates()
  const [id, setId] = useState("")
  const choose = (chosen: string) => {
    const template = templates.find(each => each.id === chosen)
    setId(chosen)
    onChoose(template)
    take(template?.tariff ?? OWN)
  }
  const options = [["", words.own] as const, ...templates.map(each => [each.id, each.name] as const)]
  return <Choice label={words.template} options={options} value={id} onChange={event => choose(event.target.value)} />
}

const TemplateNotes = ({ template }: { template: Template }) => {
  const { contractForm: words } = useAppText()
  const { validFrom, validTo, notBilled } = template
  return (
    <details className="wide small">
      <summary>{words.valid(validFrom, validTo)}</summary>
      <p>{words.notBilled}</p>
      <ul>
        {notBilled.map(sentence => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </details>
  )
}

/** Choice of the country for public holidays, shown if a window of the contract names holidays. */
const HolidayChoice = () => {
  const { contractForm: words } = useAppText()
  const { values } = useFormState()
  const hasHolidays = Object.entries(values).some(([path, text]) => text === "holidays" && path.includes(".days["))
  const chosen = values["tariff.holidaysOf"] ?? ""
  if (!hasHolidays && chosen === "") return null
  const regions = Object.entries(HOLIDAY_REGIONS).map(([code, { name }]) => [code, name] as const)
  const isListed = chosen === "" || regions.some(([code]) => code === chosen)
  const options = [["", words.holidaysOfSite] as const, ...regions, ...(isListed ? [] : [[chosen, chosen] as const])]
  return <RequestChoice path="tariff.holidaysOf" label={words.holidaysOf} options={options} />
}

/** A contract from a template of the service or entered by the reader, with a picture of its week. */
export const ContractFields = () => {
  const { contractForm: words, newScan } = useAppText()
  const { values } = useFormState()
  const take = useContract()
  const [template, setTemplate] = useState<Template>()
  const isEmpty = values["tariff.buy.taxed"] === undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: only a form without a contract gets an initial contract
  useEffect(() => {
    if (isEmpty) take(OWN)
  }, [isEmpty])
  return (
    <>
      <TemplateChoice onChoose={setTemplate} />
      <RequestField path="tariff.name" label={words.name} hint={newScan.optional} isText />
      {template ? <TemplateNotes template={template} /> : null}
      <EnergyFields path="tariff.buy.energy" label={words.buy} />
      <RequestField path="tariff.buy.plusEurPerKwh" label={words.plus} hint={`¤/kWh, ${newScan.optional}`} />
      <WindowRows path="tariff.grid.buyEurPerKwh" label={words.gridFee} />
      <RequestCheck path="tariff.buy.taxed" label={words.taxed} />
      <EnergyFields path="tariff.sell.energy" label={words.sell} />
      <RequestField path="tariff.sell.feeEurPerKwh" label={words.fee} hint={`¤/kWh, ${newScan.optional}`} />
      <RequestField path="tariff.sell.floorEurPerKwh" label={words.floor} hint={`¤/kWh, ${newScan.optional}`} />
      <RequestCheck path="tariff.sell.stopsAtNegativePrices" label={words.stops} />
      <RequestField path="tariff.grid.fixedEurPerMonth" label={words.fixed} hint={`¤, ${newScan.optional}`} />
      <HolidayChoice />
      <PeakFields isOfTemplate={template !== undefined} />
      <WeekPicture contract={contractOf(values)} />
    </>
  )
}

/** A charge for the mean of the monthly peaks, shown if the template has it. */
const PeakFields = ({ isOfTemplate }: { isOfTemplate: boolean }) => {
  const { contractForm: words } = useAppText()
  const { values } = useFormState()
  if (!isOfTemplate || !values["tariff.grid.demand[0].eurPerKwYear"]) return null
  return (
    <>
      <RequestField path="tariff.grid.demand[0].eurPerKwYear" label={words.peakYear} hint="¤/kW" />
      <RequestField path="tariff.grid.demand[0].floorKw" label={words.peakFloor} hint="kW" />
    </>
  )
}
