import { type FormEvent, type PointerEvent, useCallback, useState } from "react"
import { BORDER_M, PANEL, PLAN_BOUNDS, panelsOf } from "../../../domain/request/roofPanels.ts"
import { useSession } from "../app/session.tsx"
import { useAction } from "../lib/action.ts"
import { useSettings } from "../lib/settings.tsx"
import { typedNumber } from "../lib/typedNumber.ts"
import { frameOf, PlanShapes, viewBoxOf } from "../report/roofs/PlanShapes.tsx"
import { useAppText } from "../text/appText.ts"
import { Choice, Field } from "../ui/Field.tsx"
import { Name } from "../ui/Name.tsx"
import { Problem } from "../ui/Problem.tsx"
import type { Site } from "./siteValues.ts"

type Roof = Site["roofs"][number]
type Plan = NonNullable<Roof["plan"]>

const MAX_CORNERS = 40
const MIN_CORNERS = 3
/** Rectangle of a roof that has no plan yet [m]. */
const USUAL = { widthM: 8, lengthM: 5 }
/** Step of a dragged corner [m]. */
const STEP_M = 0.1

/** Values of the form, as typed. */
interface Typed {
  corners: { xM: string; yM: string }[]
  panelLongM: string
  panelShortM: string
  marginM: string
  orientation: string
}

const rectangle = ({ widthM = USUAL.widthM, lengthM = USUAL.lengthM }: Roof): Plan["corners"] => [
  { xM: 0, yM: 0 },
  { xM: widthM, yM: 0 },
  { xM: widthM, yM: lengthM },
  { xM: 0, yM: lengthM },
]

/** Values of the form for a roof. @param typed a number as the page's language writes it */
const typedOf = (roof: Roof, typed: (value: number) => string): Typed => {
  const { corners, ...sizes }: Plan = roof.plan ?? { corners: rectangle(roof) }
  return {
    corners: corners.map(({ xM, yM }) => ({ xM: typed(xM), yM: typed(yM) })),
    panelLongM: typed(sizes.panelLongM ?? PANEL.longM),
    panelShortM: typed(sizes.panelShortM ?? PANEL.shortM),
    marginM: typed(sizes.marginM ?? BORDER_M),
    orientation: sizes.orientation ?? "",
  }
}

const isWithin = (value: unknown, [least, most]: readonly [number, number]): boolean =>
  typeof value === "number" && value >= least && value <= most

/** The plan of typed values; undefined while a value is no number or out of bounds. */
const planOf = ({ corners, orientation, ...sizes }: Typed): Plan | undefined => {
  const numbers = Object.entries(sizes).map(([name, text]) => [name, typedNumber(text)] as const)
  const points = corners.map(({ xM, yM }) => ({ xM: typedNumber(xM), yM: typedNumber(yM) }))
  const { coordinateM, panelM, marginM } = PLAN_BOUNDS
  const areSizes = numbers.every(([name, value]) => isWithin(value, name === "marginM" ? marginM : panelM))
  if (!(areSizes && points.flatMap(({ xM, yM }) => [xM, yM]).every(value => isWithin(value, coordinateM))))
    return undefined
  return {
    corners: points as Plan["corners"],
    ...(Object.fromEntries(numbers) as Record<keyof typeof sizes, number>),
    ...(orientation === "" ? {} : { orientation: orientation as NonNullable<Plan["orientation"]> }),
  }
}

interface PictureProps {
  plan: Plan
  label: string
  /** Moves a corner; absent: the picture is only shown. */
  onMove?: (index: number, xM: number, yM: number) => void
}

/** Roof with its modules, the eaves below. */
const PlanPicture = ({ plan, label, onMove }: PictureProps) => {
  const now = frameOf(plan.corners)
  // The scale stays while a corner is held: the corner would else run away from the pointer.
  const [heldFrame, setHeldFrame] = useState<typeof now>()
  const frame = heldFrame ?? now
  const drag = (index: number) => (event: PointerEvent<SVGCircleElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return
    const onScreen = event.currentTarget.ownerSVGElement!.getScreenCTM()!
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(onScreen.inverse())
    const [least, most] = PLAN_BOUNDS.coordinateM
    const inSteps = (metres: number) => Math.min(most, Math.max(least, Math.round(metres / STEP_M) * STEP_M))
    onMove?.(index, inSteps(x), inSteps(frame.topM - y))
  }
  return (
    <svg className="plan" role="img" aria-label={label} viewBox={viewBoxOf(frame)}>
      <PlanShapes plan={plan} topM={frame.topM} />
      {onMove
        ? plan.corners.map(({ xM, yM }, index) => (
            <circle
              // biome-ignore lint/suspicious/noArrayIndexKey: a corner keeps its place while it moves
              key={index}
              cx={xM}
              cy={frame.topM - yM}
              r={0.25}
              onPointerDown={event => {
                event.currentTarget.setPointerCapture(event.pointerId)
                setHeldFrame(now)
              }}
              onLostPointerCapture={() => setHeldFrame(undefined)}
              onPointerMove={drag(index)}
            />
          ))
        : null}
    </svg>
  )
}

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
  name: string
  save(plan: Plan | undefined): Promise<unknown>
}

/** Corners by dragging or by numbers, and the modules between them. */
const PlanEditor = ({ roof, name, save: write }: EditorProps) => {
  const { roofPlan: words, save: saveWord, delete: deleteWord } = useAppText()
  const { format } = useSettings()
  const [typed, setTyped] = useState<Typed>(() => typedOf(roof, format.typed))
  const save = useAction(useCallback((plan: Plan | undefined) => write(plan), [write]))
  const plan = planOf(typed)
  const setCorner = (index: number, corner: Partial<Typed["corners"][number]>) =>
    setTyped(before => ({
      ...before,
      corners: before.corners.map((each, i) => (i === index ? { ...each, ...corner } : each)),
    }))
  const setCorners = (change: (corners: Typed["corners"]) => Typed["corners"]) =>
    setTyped(before => ({ ...before, corners: change(before.corners) }))
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    if (plan) save.run(plan)
  }
  const sizes = ["panelLongM", "panelShortM", "marginM"] as const
  const orientations = ["", "portrait", "landscape"].map(each => [each, words.orientations[each]!] as const)
  return (
    <form className="stack" onSubmit={onSubmit}>
      {plan ? (
        <PlanPicture
          plan={plan}
          label={words.picture(name, format.number(panelsOf(plan), 0))}
          onMove={(index, xM, yM) =>
            setCorner(index, { xM: format.typed(+xM.toFixed(2)), yM: format.typed(+yM.toFixed(2)) })
          }
        />
      ) : null}
      <p role="status">{plan ? words.fits(format.number(panelsOf(plan), 0)) : words.unread}</p>
      <CornerRows corners={typed.corners} setCorner={setCorner} setCorners={setCorners} />
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
        <button type="submit" className="primary" disabled={save.isBusy || !plan}>
          {saveWord}
        </button>
        {roof.plan ? (
          <button type="button" className="danger" disabled={save.isBusy} onClick={() => save.run(undefined)}>
            {deleteWord}
          </button>
        ) : null}
      </div>
    </form>
  )
}

interface PlansProps {
  site: Site
  onChange(): void
}

/** Roofs of a site with their plans. A saved plan gives the number of panels. */
export const RoofPlans = ({ site, onChange }: PlansProps) => {
  const { ask } = useSession()
  const { roofPlan: words, newScan } = useAppText()
  const { format } = useSettings()
  const [edited, setEdited] = useState<number>()
  const save = async (index: number, plan: Plan | undefined) => {
    const roofs = site.roofs.map((roof, i) => {
      if (i !== index) return roof
      const { plan: former, maxPanelCount, ...rest } = roof
      return plan
        ? { ...rest, plan }
        : { ...rest, maxPanelCount: maxPanelCount ?? (former ? Math.max(1, panelsOf(former)) : 1) }
    })
    await ask("PATCH /v1/sites/{id}", { params: { id: site.id }, body: { roofs } })
    setEdited(undefined)
    onChange()
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
          <PlanEditor roof={roof} name={name} save={plan => save(index, plan)} />
        ) : roof.plan ? (
          <PlanPicture plan={roof.plan} label={words.picture(name, format.number(panelsOf(roof.plan), 0))} />
        ) : null}
      </section>
    )
  })
}
