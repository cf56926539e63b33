import { type KeyboardEvent, useState } from "react"
import { useSettings } from "../lib/settings.tsx"
import { typedNumber } from "../lib/typedNumber.ts"
import { useAppText } from "../text/appText.ts"
import { Check, Choice, Field } from "../ui/Field.tsx"
import type { Line } from "./PlanPicture.tsx"
import { replaced, scaleOf, stretchOf, withEaves } from "./photoPlace.ts"
import { facing, onPixels, type Roof, type Typed, type TypedPhoto, tiltOf, withScale } from "./planForm.ts"
import type { LoadedPhoto } from "./RoofPhoto.tsx"

interface FieldsProps {
  roof: Roof
  typed: Typed
  photo: TypedPhoto
  loaded: LoadedPhoto
  setTyped(change: (before: Typed) => Typed): void
  /** Line on the photo; undefined: none is drawn. */
  line: Line | undefined
  isMeasuring: boolean
  setMeasuring(isMeasuring: boolean): void
}

/** Enter applies a field of the photo, and does not save the plan. */
const onEnter = (apply: () => void) => (event: KeyboardEvent) => {
  if (event.key !== "Enter") return
  event.preventDefault()
  apply()
}

const isLength = (metres: number | string): metres is number => typeof metres === "number" && metres > 0

/** Scale of the photo, by a line of a known length or by its width. */
const Scale = ({ roof, photo, loaded, setTyped, line, isMeasuring, setMeasuring }: FieldsProps) => {
  const { roofPlan: words } = useAppText()
  const { format } = useSettings()
  const [length, setLength] = useState("")
  const sides = { size: loaded, write: format.typed, roof }
  const lengthM = typedNumber(length)
  const scale = line && isLength(lengthM) ? scaleOf(line, lengthM) : Number.POSITIVE_INFINITY
  const apply = () => {
    setTyped(before => withScale(before, sides, scale))
    setMeasuring(false)
  }
  const setWidth = (widthM: string) =>
    setTyped(before => ({ ...before, photo: before.photo && { ...before.photo, widthM } }))
  const applyWidth = () => {
    const metres = typedNumber(photo.widthM)
    if (isLength(metres)) setTyped(before => withScale(before, sides, metres / loaded.width))
  }
  return (
    <>
      <p className="small muted">{words.photoHint}</p>
      <div className="fields">
        <button type="button" className="start" aria-pressed={isMeasuring} onClick={() => setMeasuring(!isMeasuring)}>
          {words.measure}
        </button>
        <Field
          label={words.length}
          hint="m"
          inputMode="decimal"
          autoComplete="off"
          value={length}
          onChange={event => setLength(event.target.value)}
          onKeyDown={onEnter(() => Number.isFinite(scale) && apply())}
        />
        <button type="button" className="start" disabled={!Number.isFinite(scale)} onClick={apply}>
          {words.setScale}
        </button>
        <Field
          label={words.photoWidth}
          hint="m"
          inputMode="decimal"
          autoComplete="off"
          value={photo.widthM}
          onChange={event => setWidth(event.target.value)}
          onBlur={applyWidth}
          onKeyDown={onEnter(applyWidth)}
        />
      </div>
    </>
  )
}

/** Tilt, eaves and direction of the photo. */
const Turned = ({ roof, typed, photo, loaded, setTyped }: FieldsProps) => {
  const { roofPlan: words } = useAppText()
  const { format } = useSettings()
  const sides = { size: loaded, write: format.typed }
  const count = typed.corners.length
  const edges = typed.corners.map((_, i) => [`${i}`, words.edge(`${i + 1}`, `${((i + 1) % count) + 1}`)] as const)
  const setAbove = (fromAbove: boolean) => {
    const stretch = fromAbove ? stretchOf(tiltOf(roof)) : 1
    setTyped(before => onPixels(before, sides, drawn => replaced(drawn, { stretch }), { fromAbove }))
  }
  const [eaves, setEaves] = useState("")
  const chooseEaves = (edge: string) => {
    setEaves(edge)
    if (edge !== "") setTyped(before => onPixels(before, sides, drawn => withEaves(drawn, Number(edge))))
  }
  const setTop = (topAzimuth: string) =>
    setTyped(before => ({ ...before, photo: before.photo && { ...before.photo, topAzimuth } }))
  const direction = facing(photo)
  return (
    <>
      <Check label={words.fromAbove} checked={photo.fromAbove} onChange={event => setAbove(event.target.checked)} />
      <div className="fields">
        <Choice
          label={words.eaves}
          options={[["", words.chooseEdge], ...edges]}
          value={eaves}
          onChange={event => chooseEaves(event.target.value)}
        />
        <Field
          label={words.top}
          hint={words.topHint}
          inputMode="decimal"
          autoComplete="off"
          value={photo.topAzimuth}
          onChange={event => setTop(event.target.value)}
        />
      </div>
      <p role="status">{direction === undefined ? null : words.faces(format.number(direction, 0))}</p>
    </>
  )
}

/** Place of the photo behind the plan: its scale, and once it has one, the eaves and the direction of its top. */
export const PhotoFields = (props: FieldsProps) => (
  <>
    <Scale {...props} />
    {props.photo.isMeasured ? <Turned {...props} /> : null}
  </>
)
