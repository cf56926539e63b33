import { useCallback, useEffect, useMemo, useRef, useState } from "react"
import type { ScanRequest } from "../../../client/index.ts"
import { OwnCurrency } from "../app/OwnCurrency.tsx"
import { goFrom, shownPage, useSearch } from "../app/router.tsx"
import { useSession } from "../app/session.tsx"
import { submitted, useAction } from "../lib/action.ts"
import { useLoad } from "../lib/load.ts"
import { usePageWords } from "../lib/pageWords.tsx"
import { useSettings } from "../lib/settings.tsx"
import { asShown, type Site, saveSite, valuesOfSite } from "../sites/siteValues.ts"
import { useAppText } from "../text/appText.ts"
import type { Language } from "../text/text.ts"
import { Async } from "../ui/Async.tsx"
import { lazyPart } from "../ui/lazyPart.tsx"
import { BatteryFields, BatteryQuestion, ExistingBatteryFields } from "./BatteryGroup.tsx"
import { isOffers, isOfOffer } from "./contract/offers.ts"
import { withOpenFields } from "./contract/usual.ts"
import { isOfNetting, isOfTariff } from "./contract/values.ts"
import { forgetDraft, keepDraft, readDraft } from "./draft.ts"
import { Fold, FoldsProvider, useFolds } from "./Fold.tsx"
import { FormProvider, type FormState } from "./FormFields.tsx"
import { firstValues } from "./firstValues.ts"
import { ConsumptionFields, ConsumptionQuestion, CustomerFields, GoalFields } from "./formGroups.tsx"
import { LAYER_MADE_FOR, withMeteredPanels } from "./meteredPanels.ts"
import {
  ambiguousIn,
  BATTERY_WANTED,
  bodyOf,
  FieldsRefused,
  isOfBattery,
  type Problems,
  problemsOf,
  type Values,
  valuesOf,
} from "./paths.ts"
import { PlaceQuestion } from "./place/PlaceQuestion.tsx"
import { degreesOf, foundValues, isOfSearch, withField } from "./place/placeValues.ts"
import { type PlaceSearch, usePlaceSearch } from "./place/usePlaceSearch.ts"
import { RoofQuestion, RoofsFields, TodayQuestion } from "./plantGroups.tsx"
import { HorizonFields } from "./roof/Shade.tsx"
import { ContractQuestion, comparesContracts, OffersFields, TariffFields } from "./tariffGroups.tsx"

const MeterDrop = lazyPart(() => import("./MeterDrop.tsx"), null)

/**
 * Returns false for fields of another kind of consumption, tariff or goal. Typed values stay in case that kind is
 * chosen again.
 */
const isMeant = (values: Values, path: string): boolean => {
  if (isOfSearch(path) || path === BATTERY_WANTED || path === LAYER_MADE_FOR) return false
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

/**
 * Builds the request from the typed values, unchanged: the service reports errors in them.
 *
 * @throws FieldsRefused for numbers that the service would read differently from their meaning
 */
const requestOf = (values: Values, language: Language, ambiguous: (text: string) => string): ScanRequest => {
  const meant = Object.fromEntries(Object.entries(values).filter(([path]) => isMeant(values, path)))
  const refused = ambiguousIn(meant, language).map(([path, text]) => [path, ambiguous(text.trim())])
  if (refused.length > 0) throw new FieldsRefused(Object.fromEntries(refused))
  return bodyOf(meant) as ScanRequest
}

/** Starting point of the form apart from typed values: the query of its address without the mode and the shown part. */
const startOf = (): string => {
  const query = new URLSearchParams(location.search)
  query.delete("mode")
  query.delete("part")
  return query.toString()
}

/**
 * Values typed in this tab before; otherwise the start that the address requests: an empty form, a profile, or the
 * copy of a scan.
 */
const useValues = (initial: Values | undefined) => {
  const { who } = useSession()
  const { newScan } = useAppText()
  const { language } = useSettings()
  const [start] = useState(startOf)
  const [hasDraft, setHasDraft] = useState(() => readDraft(who.userId, start) !== undefined)
  const first = () => initial ?? firstValues(newScan.roof("1"), language)
  const [values, setShown] = useState(() => readDraft(who.userId, start) ?? first())
  const setValues = useCallback(
    (change: (before: Values) => Values) =>
      setShown(before => {
        const next = change(before)
        keepDraft(who.userId, start, next)
        return next
      }),
    [who.userId, start],
  )
  const forget = useCallback(() => forgetDraft(who.userId, start), [who.userId, start])
  const startAnew = () => {
    forget()
    setHasDraft(false)
    setShown(first())
  }
  return { values, setValues, hasDraft, startAnew, forget }
}

/** A copy with another place is a scan of another site. */
const PLACE_FIELDS = ["location.lat", "location.lon"] as const

const useForm = (initial: Values | undefined, site: Site | undefined) => {
  const { ask } = useSession()
  const { language } = useSettings()
  const { ambiguousNumber, form: words } = useAppText()
  const { values, setValues, forget, ...draft } = useValues(initial)
  const submit = useAction(
    useCallback(async () => {
      const begun = shownPage()
      const { siteId, ...asTyped } = requestOf(values, language, ambiguousNumber)
      const isElsewhere = !site && PLACE_FIELDS.some(path => degreesOf(values[path]) !== degreesOf(initial?.[path]))
      const request = siteId === undefined || isElsewhere ? asTyped : { ...asTyped, siteId }
      const question = words.meteredPanels
      const body = await withMeteredPanels(request, { ask, madeFor: values[LAYER_MADE_FOR], question })
      if (body !== request) setValues(before => ({ ...before, [LAYER_MADE_FOR]: body.customProfileId! }))
      const created = await ask("POST /v1/scans", { body: asShown(body) })
      forget()
      goFrom(begun, `/scans/${created.id}`)
    }, [ask, values, setValues, forget, language, ambiguousNumber, words.meteredPanels, initial, site]),
  )
  const save = useAction(
    useCallback(async () => {
      const begun = shownPage()
      const id = await saveSite(ask, requestOf(values, language, ambiguousNumber), site)
      forget()
      goFrom(begun, `/sites/${id}`)
    }, [ask, values, forget, language, ambiguousNumber, site]),
  )
  const error = submit.error ?? save.error
  const problems = useMemo<Problems>(() => (error ? problemsOf(error) : { fields: {}, all: [] }), [error])
  const form: FormState = {
    values,
    set: (path, value) => setValues(before => withField(before, path, value)),
    errors: problems.fields,
  }
  return { form, setValues, submit, save, problems, ...draft }
}

/** The service's own sentences; a violation of a field is also shown at the field. */
const Refusal = ({ all }: Problems) => {
  const { newScan } = useAppText()
  const inPageWords = usePageWords()
  if (all.length === 0) return null
  return (
    <div className="message bad" role="alert">
      <strong>{newScan.problems}</strong>
      <ul className="problems">
        {all.map(sentence => (
          <li key={sentence}>{inPageWords(sentence)}</li>
        ))}
      </ul>
    </div>
  )
}

interface FormProps {
  /** Initial values. */
  initial?: Values | undefined
  /** True if the form is prefilled from another scan; all fields are then visible. */
  isCopy?: boolean
  /** Site of the scan. */
  site?: Site
}

interface PartsProps {
  values: Values
  onChange(change: (before: Values) => Values): void
}

/** Questions of every scan. */
const Questions = ({
  place,
  onReading,
  ...props
}: PartsProps & { place: PlaceSearch; onReading(isReading: boolean): void }) => (
  <>
    <PlaceQuestion title={useAppText().form.questions.place} place={place} />
    <div className="two">
      <ConsumptionQuestion />
      <TodayQuestion {...props} />
    </div>
    <MeterDrop onBusy={onReading} />
    <RoofQuestion {...props} />
    <div className="two">
      <BatteryQuestion />
      <ContractQuestion />
    </div>
  </>
)

/** Optional fields. */
const MoreFields = (props: PartsProps) => {
  const { form: words } = useAppText()
  const { values } = props
  return (
    <div className="folds">
      <Fold name="customer" title={words.folds.customer}>
        <CustomerFields />
      </Fold>
      {values.inputMethod === "studio" ? null : (
        <Fold name="consumption" title={words.folds.consumption}>
          <ConsumptionFields />
        </Fold>
      )}
      <Fold name="roofs" title={words.folds.roofs}>
        <RoofsFields kind="newPv" {...props} />
      </Fold>
      <Fold name="existing" title={words.folds.existing}>
        <RoofsFields kind="existingPv" {...props} />
        <ExistingBatteryFields />
      </Fold>
      <Fold name="horizon" title={words.folds.horizon}>
        <HorizonFields />
      </Fold>
      {values[BATTERY_WANTED] === "no" ? null : (
        <Fold name="battery" title={words.folds.battery}>
          <BatteryFields />
        </Fold>
      )}
      <Fold name="contract" title={words.folds.contract}>
        <TariffFields />
      </Fold>
      {comparesContracts(values) ? (
        <Fold name="offers" title={words.folds.offers}>
          <OffersFields />
        </Fold>
      ) : null}
      <Fold name="goal" title={words.folds.goal}>
        <GoalFields goal={values.goal!} />
      </Fold>
    </div>
  )
}

/** Opens the folds of wrong fields and focuses the first wrong field. */
const showProblems = (form: HTMLFormElement | null) => {
  const wrong = form?.querySelectorAll<HTMLElement>("[aria-invalid]") ?? []
  for (const field of wrong) {
    const fold = field.closest("details")
    if (fold) fold.open = true
  }
  wrong[0]?.focus()
}

/** Form that requests a scan; a refusal is shown at the field it names. */
const ScanForm = ({ initial, isCopy = false, site }: FormProps) => {
  const { newScan, form: words, sites } = useAppText()
  const { form, setValues, submit, save, problems, hasDraft, startAnew } = useForm(initial, site)
  const folds = useFolds(isCopy)
  const element = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (problems.all.length > 0) showProblems(element.current)
  }, [problems])
  const part = new URLSearchParams(useSearch()).get("part")
  useEffect(() => {
    const shown = part === null ? null : document.getElementById(`part-${part}`)
    if (shown instanceof HTMLDetailsElement) shown.open = true
    shown?.scrollIntoView()
  }, [part])
  // True while a meter file is being read: its values become the scan's.
  const [isReading, setReading] = useState(false)
  const isSaving = useRef(false)
  const place = usePlaceSearch(form, () => (isSaving.current ? save : submit).run())
  const settle = (isSite: boolean) => {
    isSaving.current = isSite
    place.settle()
  }
  const onSubmit = submitted(() => settle(false))
  const parts = { values: form.values, onChange: setValues }
  return (
    <form className="content" ref={element} onSubmit={onSubmit} noValidate>
      <h1>{newScan.title}</h1>
      <p className="muted">{words.lead}</p>
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
          <Questions {...parts} place={place} onReading={setReading} />
          <Refusal {...problems} />
          <div className="row">
            <button type="submit" className="primary" disabled={submit.isBusy || isReading}>
              {newScan.submit}
            </button>
            <button type="button" disabled={save.isBusy || isReading} onClick={() => settle(true)}>
              {site ? sites.save : sites.saveAs}
            </button>
            <button type="button" className="plain" onClick={() => folds.setAll(!folds.areAllOpen)}>
              {folds.areAllOpen ? words.fold : words.unfold}
            </button>
          </div>
          <FoldsProvider value={folds}>
            <MoreFields {...parts} />
          </FoldsProvider>
        </OwnCurrency>
      </FormProvider>
    </form>
  )
}

/** Form prefilled with the request and customer of another scan. */
const Copied = ({ id }: { id: string }) => {
  const { ask } = useSession()
  const { format } = useSettings()
  const copied = useLoad(
    useCallback(
      async signal => {
        const params = { id }
        const [request, customerDetails] = await Promise.all([
          ask("GET /v1/scans/{id}/request", { params, signal }),
          ask("GET /v1/scans/{id}/customer", { params, signal }),
        ])
        const { copiedFromId: _, ...rest } = request
        return { ...withOpenFields(rest), customerDetails }
      },
      [ask, id],
    ),
  )
  const initialOf = (request: NonNullable<typeof copied.value>): Values => ({
    ...valuesOf(request, format.typed),
    ...("electricBattery" in request ? {} : { [BATTERY_WANTED]: "no" }),
  })
  return <Async loaded={copied}>{request => <ScanForm initial={initialOf(request)} isCopy />}</Async>
}

/** Form prefilled from a site. */
const OfSite = ({ id }: { id: string }) => {
  const { ask, mode } = useSession()
  const { format, language } = useSettings()
  const { newScan } = useAppText()
  const loaded = useLoad(useCallback(signal => ask("GET /v1/sites/{id}", { params: { id }, signal }), [ask, id]))
  const first = firstValues(newScan.roof("1"), language)
  const initialOf = (site: Site) => valuesOfSite(site, { first, typed: format.typed, takesProfiles: mode === "live" })
  return <Async loaded={loaded}>{site => <ScanForm initial={initialOf(site)} site={site} />}</Async>
}

const PROFILE_READS = {
  studio: "GET /v1/studio-profiles/{id}",
  energyhub: "GET /v1/energyhub-profiles/{id}",
  laadplein: "GET /v1/laadplein-profiles/{id}",
} as const
type ProfileKind = keyof typeof PROFILE_READS

const isProfileKind = (kind: string): kind is ProfileKind => Object.hasOwn(PROFILE_READS, kind)

/** The form for a profile of the studio, at its place. */
const OfProfile = ({ kind, id }: { kind: ProfileKind; id: string }) => {
  const { ask } = useSession()
  const { format, language } = useSettings()
  const { newScan, form: words } = useAppText()
  const loaded = useLoad(useCallback(signal => ask(PROFILE_READS[kind], { params: { id }, signal }), [ask, kind, id]))
  const initialOf = ({ lat, lon }: { lat: number; lon: number }): Values => {
    const { yearlyKwh: _, yearlyKwhBasis: __, loadProfile: ___, ...rest } = firstValues(newScan.roof("1"), language)
    return {
      ...rest,
      inputMethod: "studio",
      customProfileId: id,
      ...foundValues(words.profilePlace, format.typed(lat), format.typed(lon)),
    }
  }
  return <Async loaded={loaded}>{profile => <ScanForm initial={initialOf(profile)} />}</Async>
}

const NewScan = () => {
  const query = new URLSearchParams(useSearch())
  const [copied, profile, kind] = [query.get("copy"), query.get("profile"), query.get("kind") ?? "studio"]
  if (copied !== null) return <Copied id={copied} />
  const site = query.get("site")
  if (site !== null) return <OfSite key={site} id={site} />
  return profile === null ? (
    <ScanForm />
  ) : (
    <OfProfile key={profile} kind={isProfileKind(kind) ? kind : "studio"} id={profile} />
  )
}

export default NewScan
