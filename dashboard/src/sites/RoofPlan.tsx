import { type FormEvent, type RefObject, useCallback, useEffect, useRef, useState } from "react"
import { MOST_AREAS, panelsOf } from "../../../domain/request/roofPanels.ts"
import type { KeepFree } from "../../../domain/site/roofLayout.ts"
import { useSession } from "../app/session.tsx"
import { useAction } from "../lib/action.ts"
import { useSettings } from "../lib/settings.tsx"
import { useAppText } from "../text/appText.ts"
import { Async } from "../ui/Async.tsx"
import { Choice, Field } from "../ui/Field.tsx"
import { Name } from "../ui/Name.tsx"
import { Problem } from "../ui/Problem.tsx"
import { KeepFreeRows } from "./KeepFreeRows.tsx"
import { PhotoFields } from "./PhotoFields.tsx"
import { type Line, PlanPicture } from "./PlanPicture.tsx"
import { changesOf, newArea, type Plan, planOf, type Roof, type Typed, typedOf, writtenArea } from "./planForm.ts"
import { type LoadedPhoto, PhotoFile, useRoofPhoto } from "./RoofPhoto.tsx"
import type { ReadSite } from "./siteValues.ts"

const MAX_CORNERS = 40
const MIN_CORNERS = 3

interface CornersProps {
  corners: Typed["corners"]
  setCorner(index: number, corner: Partial<Typed["corners"][number]>): void
  setCorners(change: (corners: Typed["corners"]) => Typed["corners"]): void
}

/** Places of the corners as numbers. */
const CornerRows = ({ corners, setCorner, setCorners }: CornersProps) => {
  const { roofPlan: words } = useAppText()
  return (
    <>
      {corners.map(({ xM, yM }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a corner is named by its place
        <div className="fields" key={index}>
          {(["xM", "yM"] as const).map(axis => (
            <Field
              key={axis}
              label={words[axis](String(index + 1))}
              hint="m"
              inputMode="decimal"
              autoComplete="off"
              value={axis === "xM" ? xM : yM}
              onChange={event => setCorner(index, { [axis]: event.target.value })}
            />
          ))}
          {corners.length > MIN_CORNERS ? (
            <button
              type="button"
              className="start"
              onClick={() => setCorners(all => all.filter((_, i) => i !== index))}
            >
              {words.remove(String(index + 1))}
            </button>
          ) : null}
        </div>
      ))}
      {corners.length < MAX_CORNERS ? (
        <button type="button" className="start" onClick={() => setCorners(all => [...all, { ...all[0]! }])}>
          {words.add}
        </button>
      ) : null}
    </>
  )
}

interface EditorProps {
  roof: Roof
  /** Unsaved plan of the roof, which stays while its photo is changed. */
  unsaved: RefObject<Plan | undefined>
  name: string
  /** Photo of the roof; null: it has none. */
  loaded: LoadedPhoto | null
  save(changes: Partial<Roof> | undefined): Promise<unknown>
}

/** Picture of the edited plan, whose corners are dragged, and the fields of its photo. */
const EditedPicture = ({ roof, name, loaded, typed, setTyped }: EditedProps) => {
  const { roofPlan: words } = useAppText()
  const { format } = useSettings()
  const [line, setLine] = useState<Line>()
  const [isMeasuring, setMeasuring] = useState(false)
  const plan = planOf(typed)
  const { photo } = typed
  const move = (index: number, xM: number, yM: number) =>
    setTyped(before => ({
      ...before,
      corners: before.corners.with(index, { xM: format.typed(+xM.toFixed(2)), yM: format.typed(+yM.toFixed(2)) }),
    }))
  const writeArea = ({ xM, yM, widthM, heightM }: KeepFree) =>
    writtenArea({ xM, yM, widthM, heightM }, metres => format.typed(+metres.toFixed(2)))
  const setArea = (index: number, area: KeepFree) =>
    setTyped(before => ({ ...before, keepFree: before.keepFree.with(index, writeArea(area)) }))
  const addArea = (drawn: Plan) =>
    setTyped(before => ({ ...before, keepFree: [...before.keepFree, writeArea(newArea(drawn))] }))
  const measuring = isMeasuring ? { line, onLine: setLine } : {}
  return (
    <>
      {plan ? (
        <PlanPicture
          plan={plan}
          label={words.picture(name, format.number(panelsOf(plan), 0))}
          onMove={move}
          onArea={setArea}
          photo={photo && loaded ? { loaded, place: photo.place, ...measuring } : undefined}
        />
      ) : null}
      {photo && !photo.isMeasured ? <p className="message">{words.unmeasured}</p> : null}
      <p role="status">{plan ? words.fits(format.number(panelsOf(plan), 0)) : words.unread}</p>
      {typed.keepFree.length > 0 ? <p className="small muted">{words.areaHint}</p> : null}
      {typed.keepFree.length < MOST_AREAS ? (
        <button type="button" className="start" disabled={!plan} onClick={() => plan && addArea(plan)}>
          {words.addArea}
        </button>
      ) : null}
      {photo && loaded ? (
        <PhotoFields {...{ roof, typed, photo, loaded, setTyped, line, isMeasuring, setMeasuring }} />
      ) : null}
    </>
  )
}

interface EditedProps extends Omit<EditorProps, "save" | "unsaved"> {
  typed: Typed
  setTyped(change: (before: Typed) => Typed): void
}

/** Form of a roof, which remembers its changed plan. */
const useTyped = (stored: Roof, loaded: LoadedPhoto | null, unsaved: EditorProps["unsaved"]) => {
  const { format } = useSettings()
  const [roof] = useState<Roof>(() => (unsaved.current ? { ...stored, plan: unsaved.current } : stored))
  const [first] = useState<Typed>(() => typedOf(roof, format.typed, loaded ?? undefined))
  const [typed, setTyped] = useState(first)
  useEffect(() => {
    const plan = typed === first ? undefined : changesOf(typed)?.plan
    if (plan) unsaved.current = plan
  }, [typed, first, unsaved])
  return { roof, typed, setTyped }
}

/** Corners and keep-free areas by dragging or by numbers, and the modules between them. */
const PlanEditor = ({ save: write, roof: stored, unsaved, ...shown }: EditorProps) => {
  const { roofPlan: words, save: saveWord } = useAppText()
  const { roof, typed, setTyped } = useTyped(stored, shown.loaded, unsaved)
  const save = useAction(useCallback((changes: Partial<Roof> | undefined) => write(changes), [write]))
  const changes = changesOf(typed)
  const setCorner = (index: number, corner: Partial<Typed["corners"][number]>) =>
    setTyped(before => ({
      ...before,
      corners: before.corners.map((each, i) => (i === index ? { ...each, ...corner } : each)),
    }))
  const setCorners = (change: (corners: Typed["corners"]) => Typed["corners"]) =>
    setTyped(before => ({ ...before, corners: change(before.corners) }))
  const setAreas = (change: (areas: Typed["keepFree"]) => Typed["keepFree"]) =>
    setTyped(before => ({ ...before, keepFree: change(before.keepFree) }))
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (changes) save.run(changes)
  }
  const sizes = ["panelLongM", "panelShortM", "marginM"] as const
  const orientations = ["", "portrait", "landscape"].map(each => [each, words.orientations[each]!] as const)
  return (
    <form className="stack" onSubmit={onSubmit}>
      <EditedPicture {...{ ...shown, roof, typed, setTyped }} />
      <CornerRows corners={typed.corners} setCorner={setCorner} setCorners={setCorners} />
      <KeepFreeRows areas={typed.keepFree} setAreas={setAreas} />
      <div className="fields">
        {sizes.map(size => (
          <Field
            key={size}
            label={words[size]}
            hint="m"
            inputMode="decimal"
            autoComplete="off"
            value={typed[size]}
            onChange={event => setTyped(before => ({ ...before, [size]: event.target.value }))}
          />
        ))}
        <Choice
          label={words.orientation}
          options={orientations}
          value={typed.orientation}
          onChange={event => setTyped(before => ({ ...before, orientation: event.target.value }))}
        />
      </div>
      <Problem message={save.message} />
      <div className="row">
        <button type="submit" className="primary" disabled={save.isBusy || !changes}>
          {saveWord}
        </button>
        {stored.plan ? (
          <button type="button" className="danger" disabled={save.isBusy} onClick={() => save.run(undefined)}>
            {words.deletePlan}
          </button>
        ) : null}
      </div>
    </form>
  )
}

interface OpenProps extends ReadSite, Pick<EditorProps, "unsaved"> {
  index: number
  name: string
  onChange(): void
  onSaved(): void
}

/** Photo and plan of one roof. A saved plan gives the number of panels. */
const OpenRoof = ({ site, ifMatch, index, unsaved, name, onChange, onSaved }: OpenProps) => {
  const { ask } = useSession()
  const roof = site.roofs[index]!
  const photo = useRoofPhoto(site.id, index, roof.photo?.id)
  const save = async (changes: Partial<Roof> | undefined) => {
    const { plan: former, maxPanelCount, ...rest } = roof
    const changed = changes
      ? { ...rest, ...changes }
      : { ...rest, maxPanelCount: maxPanelCount ?? (former ? Math.max(1, panelsOf(former)) : 1) }
    const body = { roofs: site.roofs.with(index, changed) }
    await ask("PATCH /v1/sites/{id}", { params: { id: site.id }, body, ifMatch })
    unsaved.current = undefined
    onSaved()
    onChange()
  }
  return (
    <>
      <PhotoFile {...{ site, ifMatch, roof: index, onChange }} />
      <Async loaded={photo}>
        {loaded => (
          <PlanEditor key={`${roof.photo?.id} ${loaded !== null}`} {...{ roof, unsaved, name, loaded, save }} />
        )}
      </Async>
    </>
  )
}

interface PlansProps extends ReadSite {
  onChange(): void
}

/** Roofs of a site with their plans. */
export const SiteRoofs = ({ site, ifMatch, onChange }: PlansProps) => {
  const { roofPlan: words, newScan } = useAppText()
  const { format } = useSettings()
  const [edited, setEdited] = useState<number>()
  // A drawing outlasts its closed editor.
  const unsaved = useRef<Record<number, EditorProps["unsaved"]>>({})
  const unsavedOf = (index: number) => {
    unsaved.current[index] ??= { current: undefined }
    return unsaved.current[index]
  }
  return site.roofs.map((roof, index) => {
    const name = roof.name ?? newScan.roof(String(index + 1))
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: roofs of one name stay apart
      <section className="card stack no-print" key={index}>
        <div className="row spread">
          <h2>
            <Name>{name}</Name>
          </h2>
          <button
            type="button"
            aria-expanded={edited === index}
            onClick={() => setEdited(edited === index ? undefined : index)}
          >
            {words.draw}
          </button>
        </div>
        {edited === index ? (
          <OpenRoof
            {...{ site, ifMatch, index, name, onChange }}
            unsaved={unsavedOf(index)}
            onSaved={() => setEdited(undefined)}
          />
        ) : roof.plan ? (
          <PlanPicture plan={roof.plan} label={words.picture(name, format.number(panelsOf(roof.plan), 0))} />
        ) : null}
      </section>
    )
  })
}
