import { type PointerEvent, useState } from "react"
import { PLAN_BOUNDS } from "../../../domain/request/roofPanels.ts"
import type { KeepFree } from "../../../domain/site/roofLayout.ts"
import { type Frame, frameOf, PlanShapes, viewBoxOf } from "../report/roofs/PlanShapes.tsx"
import { AreaHandles } from "./AreaHandles.tsx"
import { areaCorners, type Corner, cornerAt, outlineOf, type PhotoPlace, type Pixel, pixelAt } from "./photoPlace.ts"
import type { Plan } from "./planForm.ts"
import type { LoadedPhoto } from "./RoofPhoto.tsx"

/** Step of a dragged corner [m]. */
const STEP_M = 0.1
/** Radius of a corner [m], and as a part of the picture. */
const CORNER_M = 0.25
const CORNER_PART = 1 / 60

/** A line between two pixels. */
export type Line = readonly [Pixel, Pixel]

interface PhotoProps {
  loaded: LoadedPhoto
  place: PhotoPlace
  /** Line of a known length. */
  line?: Line | undefined
  /** Draws the line; absent: corners are dragged. */
  onLine?: ((line: Line) => void) | undefined
}

interface PictureProps {
  plan: Plan
  label: string
  /** Moves a corner; absent: the picture is only shown. */
  onMove?: (index: number, xM: number, yM: number) => void
  /** Moves or resizes a keep-free area; absent: the picture is only shown. */
  onArea?: (index: number, area: KeepFree) => void
  photo?: PhotoProps | undefined
}

/** Point of the plan below a pointer. */
const pointAt = (svg: SVGSVGElement, event: PointerEvent, { topM }: Frame): Corner => {
  const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(svg.getScreenCTM()!.inverse())
  return { xM: x, yM: topM - y }
}

/** Photo behind the plan, and the line that is drawn on it. */
const Photo = ({ loaded, place, topM }: PhotoProps & { topM: number }) => {
  const { metresPerPixel, turnDeg, xM, yM, stretch } = place
  const transform = `translate(${xM} ${topM - yM}) scale(1 ${stretch}) rotate(${turnDeg}) scale(${metresPerPixel})`
  return <image href={loaded.url} width={loaded.width} height={loaded.height} transform={transform} />
}

const MeasuredLine = ({ place, line, topM, width }: { place: PhotoPlace; line: Line; topM: number; width: number }) => {
  const [from, to] = [cornerAt(place, line[0]), cornerAt(place, line[1])]
  const ends = { x1: from.xM, y1: topM - from.yM, x2: to.xM, y2: topM - to.yM }
  return <line className="measured" strokeWidth={width} {...ends} />
}

/** Roof with its modules on its photo, the eaves below. */
export const PlanPicture = ({ plan, label, onMove, onArea, photo }: PictureProps) => {
  const areas = onArea ? (plan.keepFree ?? []) : []
  const around = photo ? outlineOf(photo.place, photo.loaded) : []
  const now = frameOf([...plan.corners, ...around, ...areas.flatMap(areaCorners)])
  // The scale stays while a corner is held: the corner would else run away from the pointer.
  const [heldFrame, setHeldFrame] = useState<Frame>()
  const [start, setStart] = useState<Pixel>()
  const frame = heldFrame ?? now
  const radius = Math.max(CORNER_M, (frame.rightM - frame.leftM) * CORNER_PART)
  const hold = (event: PointerEvent<SVGElement>): Corner => {
    event.currentTarget.setPointerCapture(event.pointerId)
    setHeldFrame(now)
    return pointAt(event.currentTarget.ownerSVGElement!, event, frame)
  }
  const heldAt = (event: PointerEvent<SVGElement>): Corner | undefined =>
    event.currentTarget.hasPointerCapture(event.pointerId)
      ? pointAt(event.currentTarget.ownerSVGElement!, event, frame)
      : undefined
  const release = () => setHeldFrame(undefined)
  const drag = (index: number) => (event: PointerEvent<SVGElement>) => {
    const point = heldAt(event)
    if (!point) return
    const [least, most] = PLAN_BOUNDS.coordinateM
    const inSteps = (metres: number) => Math.min(most, Math.max(least, Math.round(metres / STEP_M) * STEP_M))
    onMove?.(index, inSteps(point.xM), inSteps(point.yM))
  }
  const measure = (event: PointerEvent<SVGSVGElement>, isFirst: boolean) => {
    if (!photo?.onLine || !(isFirst || event.currentTarget.hasPointerCapture(event.pointerId))) return
    if (isFirst) event.currentTarget.setPointerCapture(event.pointerId)
    const pixel = pixelAt(photo.place, pointAt(event.currentTarget, event, frame))
    if (isFirst) setStart(pixel)
    photo.onLine([isFirst || !start ? pixel : start, pixel])
  }
  return (
    <svg
      className={photo ? "plan on-photo" : "plan"}
      role="img"
      aria-label={label}
      viewBox={viewBoxOf(frame)}
      onPointerDown={event => measure(event, true)}
      onPointerMove={event => measure(event, false)}
    >
      {photo ? <Photo {...photo} topM={frame.topM} /> : null}
      <PlanShapes plan={plan} topM={frame.topM} />
      {photo?.line ? <MeasuredLine place={photo.place} line={photo.line} topM={frame.topM} width={radius / 2} /> : null}
      {/* Corners of the outline are above the areas, which may lie across the outline. */}
      {onArea && !photo?.onLine
        ? areas.map((area, index) => (
            <AreaHandles
              // biome-ignore lint/suspicious/noArrayIndexKey: an area keeps its place while it moves
              key={index}
              {...{ area, radius, heldAt, hold, release, topM: frame.topM, stepM: STEP_M }}
              onArea={changed => onArea(index, changed)}
            />
          ))
        : null}
      {onMove && !photo?.onLine
        ? plan.corners.map(({ xM, yM }, index) => (
            <circle
              // biome-ignore lint/suspicious/noArrayIndexKey: a corner keeps its place while it moves
              key={index}
              cx={xM}
              cy={frame.topM - yM}
              r={radius}
              onPointerDown={hold}
              onLostPointerCapture={release}
              onPointerMove={drag(index)}
            />
          ))
        : null}
    </svg>
  )
}
