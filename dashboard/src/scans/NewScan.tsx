import { type FormEvent, useCallback, useEffect, useMemo, useRef, useState } from "react"
import type { ScanRequest } from "../../../client/index.ts"
import { go } from "../app/router.tsx"
import { useSession } from "../app/session.tsx"
import { useAction } from "../lib/action.ts"
import { useSettings } from "../lib/settings.tsx"
import { useAppText } from "../text/appText.ts"
import type { Language } from "../text/text.ts"
import { FormProvider, type FormState } from "./FormFields.tsx"
import { ConsumptionGroup, GoalGroup, SiteGroup } from "./formGroups.tsx"
import { bodyOf, type Problems, problemsOf, type Values } from "./paths.ts"
import { BatteryGroup, RoofsGroup, TariffGroup } from "./plantGroups.tsx"

const FIRST_VALUES: Values = {
  "location.lat": "52.09",
  "location.lon": "5.12",
  inputMethod: "known",
  yearlyKwh: "3500",
  yearlyKwhBasis: "bought",
  loadProfile: "standard",
  "newPv[0].maxPanelCount": "12",
  "newPv[0].panelPowerWatts": "430",
  "electricBattery.capacityKwh": "10",
  "electricBattery.powerRatingKw": "5",
  "tariff.type": "dynamic",
  "tariff.taxesIncluded": "true",
  goal: "cost-savings",
  analysisYears: "25",
}

/** Numbers as the page's language writes them; starts from a studio profile when the address names one. */
const firstValues = (firstRoof: string, language: Language): Values => {
  const written = Object.entries(FIRST_VALUES).map(([path, value]) => [
    path,
    language === "nl" && /^[\d.]+$/.test(value) ? value.replace(".", ",") : value,
  ])
  const values: Values = { ...Object.fromEntries(written), "newPv[0].name": firstRoof }
  const profileId = new URLSearchParams(location.search).get("profile")
  if (!profileId) return values
  const { yearlyKwh: _, yearlyKwhBasis: __, loadProfile: ___, ...rest } = values
  return { ...rest, inputMethod: "studio", customProfileId: profileId }
}

/** Fields that only one kind of consumption, tariff or goal has; what was typed stays for when it is chosen again. */
const isMeant = (values: Values, path: string): boolean => {
  const isStudio = values.inputMethod === "studio"
  if (path === "yearlyKwh" || path === "yearlyKwhBasis" || path === "yearlyExportKwh" || path === "loadProfile")
    return !isStudio
  if (path === "customProfileId") return isStudio
  if (path === "tariff.flatEurPerKwh") return values["tariff.type"] === "flat"
  return path !== "renewableElectricityMinFraction" || values.goal === "renewable-minimum"
}

/** What was typed, as it is: the service says what is wrong with it. */
const requestOf = (values: Values) =>
  bodyOf(Object.fromEntries(Object.entries(values).filter(([path]) => isMeant(values, path)))) as ScanRequest

const useForm = () => {
  const { ask } = useSession()
  const { newScan } = useAppText()
  const { language } = useSettings()
  const [values, setValues] = useState(() => firstValues(newScan.roof("1"), language))
  const submit = useAction(
    useCallback(async () => {
      const created = await ask("POST /v1/scans", { body: requestOf(values) })
      go(`/scans/${created.id}`)
    }, [ask, values]),
  )
  const problems = useMemo<Problems>(
    () => (submit.error ? problemsOf(submit.error) : { fields: {}, all: [] }),
    [submit.error],
  )
  const form: FormState = {
    values,
    set: (path, value) => setValues(before => ({ ...before, [path]: value })),
    errors: problems.fields,
  }
  return { form, setValues, submit, problems }
}

/** The service's own sentences; a violation of a field is also shown at the field. */
const Refusal = ({ all }: Problems) => {
  const { newScan } = useAppText()
  if (all.length === 0) return null
  return (
    <div className="message bad" role="alert">
      <strong>{newScan.problems}</strong>
      <ul className="problems">
        {all.map(sentence => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </div>
  )
}

/** Asks for a scan; what the service refuses is shown at the field it names. */
const NewScan = () => {
  const { newScan } = useAppText()
  const { form, setValues, submit, problems } = useForm()
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (problems.all.length > 0) element.current?.querySelector<HTMLElement>("[aria-invalid]")?.focus()
  }, [problems])
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    submit.run()
  }
  return (
    <form className="content" ref={element} onSubmit={onSubmit} noValidate>
      <h1>{newScan.title}</h1>
      <FormProvider value={form}>
        <div className="two">
          <SiteGroup />
          <ConsumptionGroup method={form.values.inputMethod!} />
        </div>
        <RoofsGroup kind="newPv" values={form.values} onChange={setValues} />
        <RoofsGroup kind="existingPv" values={form.values} onChange={setValues} />
        <div className="two">
          <BatteryGroup />
          <TariffGroup type={form.values["tariff.type"]!} />
        </div>
        <GoalGroup goal={form.values.goal!} />
      </FormProvider>
      <Refusal {...problems} />
      <div className="row">
        <button type="submit" className="primary" disabled={submit.isBusy}>
          {newScan.submit}
        </button>
      </div>
    </form>
  )
}

export default NewScan
