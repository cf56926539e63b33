import { type FormEvent, lazy, Suspense, useCallback, useEffect, useMemo, useRef, useState } from "react"
import type { ScanRequest } from "../../../client/index.ts"
import { OwnCurrency } from "../app/OwnCurrency.tsx"
import { go, useSearch } from "../app/router.tsx"
import { useSession } from "../app/session.tsx"
import { useAction } from "../lib/action.ts"
import { useLoad } from "../lib/load.ts"
import { useSettings } from "../lib/settings.tsx"
import { useAppText } from "../text/appText.ts"
import type { Language } from "../text/text.ts"
import { Async } from "../ui/Async.tsx"
import { BatteryGroup } from "./BatteryGroup.tsx"
import { isOffers, isOfOffer } from "./contract/offers.ts"
import { isOfNetting, isOfTariff } from "./contract/values.ts"
import { forgetDraft, keepDraft, readDraft } from "./draft.ts"
import { FormProvider, type FormState } from "./FormFields.tsx"
import { ConsumptionGroup, CustomerGroup, GoalGroup, SiteGroup } from "./formGroups.tsx"
import { bodyOf, isOfBattery, type Problems, problemsOf, type Values, valuesOf } from "./paths.ts"
import { RoofsGroup } from "./plantGroups.tsx"
import { OffersGroup, TariffGroup } from "./tariffGroups.tsx"

const MeterDrop = lazy(() => import("./MeterDrop.tsx"))

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
  if (!isOfNetting(values, path)) return false
  if (path.startsWith("tariff.")) return isOfTariff(path, values["tariff.type"])
  if (isOffers(path)) return isOfOffer(values, path)
  if (path.startsWith("electricBattery.")) return isOfBattery(values, path)
  return path !== "renewableElectricityMinFraction" || values.goal === "renewable-minimum"
}

/** What was typed, as it is: the service says what is wrong with it. */
const requestOf = (values: Values) =>
  bodyOf(Object.fromEntries(Object.entries(values).filter(([path]) => isMeant(values, path)))) as ScanRequest

/** What the form begins with besides what was typed: the query of its address without the mode. */
const startOf = (): string => {
  const query = new URLSearchParams(location.search)
  query.delete("mode")
  return query.toString()
}

/** What was typed in this tab before, else what the address asks for: an empty form, a profile, or the copy of a scan. */
const useValues = (copied: Values | undefined) => {
  const { who } = useSession()
  const { newScan } = useAppText()
  const { language } = useSettings()
  const [start] = useState(startOf)
  const [hasDraft, setHasDraft] = useState(() => readDraft(who.userId, start) !== undefined)
  const first = () => copied ?? firstValues(newScan.roof("1"), language)
  const [values, setShown] = useState(() => readDraft(who.userId, start) ?? first())
  const setValues = (change: (before: Values) => Values) =>
    setShown(before => {
      const next = change(before)
      keepDraft(who.userId, start, next)
      return next
    })
  const forget = useCallback(() => forgetDraft(who.userId, start), [who.userId, start])
  const startAnew = () => {
    forget()
    setHasDraft(false)
    setShown(first())
  }
  return { values, setValues, hasDraft, startAnew, forget }
}

const useForm = (copied: Values | undefined) => {
  const { ask } = useSession()
  const { values, setValues, forget, ...draft } = useValues(copied)
  const submit = useAction(
    useCallback(async () => {
      const created = await ask("POST /v1/scans", { body: requestOf(values) })
      forget()
      go(`/scans/${created.id}`)
    }, [ask, values, forget]),
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
  return { form, setValues, submit, problems, ...draft }
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
const ScanForm = ({ copied }: { copied?: Values | undefined }) => {
  const { newScan } = useAppText()
  const { form, setValues, submit, problems, hasDraft, startAnew } = useForm(copied)
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
      {hasDraft ? (
        <p className="message row" role="status">
          <span>{newScan.draft}</span>
          <button type="button" onClick={startAnew}>
            {newScan.startAnew}
          </button>
        </p>
      ) : null}
      <FormProvider value={form}>
        <OwnCurrency chosen={form.values.currency}>
          <CustomerGroup />
          <div className="two">
            <SiteGroup />
            <ConsumptionGroup method={form.values.inputMethod!} />
          </div>
          <Suspense fallback={null}>
            <MeterDrop />
          </Suspense>
          <RoofsGroup kind="newPv" values={form.values} onChange={setValues} />
          <RoofsGroup kind="existingPv" values={form.values} onChange={setValues} />
          <div className="two">
            <BatteryGroup />
            <TariffGroup />
          </div>
          <OffersGroup />
          <GoalGroup goal={form.values.goal!} />
        </OwnCurrency>
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

/** The form filled in with what another scan asked for, and whom it is for. */
const Copied = ({ id }: { id: string }) => {
  const { ask } = useSession()
  const { format } = useSettings()
  const asked = useLoad(
    useCallback(
      async signal => {
        const params = { id }
        const [request, customerDetails] = await Promise.all([
          ask("GET /v1/scans/{id}/request", { params, signal }),
          ask("GET /v1/scans/{id}/customer", { params, signal }),
        ])
        const { copiedFromId: _, ...rest } = request
        return { ...rest, customerDetails }
      },
      [ask, id],
    ),
  )
  return <Async loaded={asked}>{request => <ScanForm copied={valuesOf(request, format.typed)} />}</Async>
}

const NewScan = () => {
  const id = new URLSearchParams(useSearch()).get("copy")
  return id === null ? <ScanForm /> : <Copied id={id} />
}

export default NewScan
