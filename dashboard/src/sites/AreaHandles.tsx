import { type PointerEvent, useState } from "react"
import { PLAN_BOUNDS } from "../../../domain/request/roofPanels.ts"
import type { KeepFree } from "../../../domain/site/roofLayout.ts"
import { areaAround, areaCorners, type Corner } from "./photoPlace.ts"

/** Radius of an area's corner, by the radius of a corner of the outline. */
const SMALLER = 0.7

interface HandlesProps {
  area: KeepFree
  /** Height of the frame's top [m]. */
  topM: number
  /** Radius of a corner of the outline [m]. */
  radius: number
  /** Step of a dragged corner [m]. */
  stepM: number
  /** Point of the plan below the pointer that holds a handle; undefined: no pointer holds it. */
  heldAt(event: PointerEvent<SVGElement>): Corner | undefined
  /** Takes hold of a handle, and returns its point of the plan. */
  hold(event: PointerEvent<SVGElement>): Corner
  release(): void
  onArea(area: KeepFree): void
}

const inside = (metres: number, [least, most]: readonly [number, number]) => Math.min(most, Math.max(least, metres))

/** Area of a plan that is dragged, or resized by its corners. */
export const AreaHandles = ({ area, topM, radius, stepM, heldAt, hold, release, onArea }: HandlesProps) => {
  // Distance of the pointer from the lower left corner while the area is dragged.
  const [grip, setGrip] = useState<Corner>({ xM: 0, yM: 0 })
  const inSteps = (metres: number) => inside(Math.round(metres / stepM) * stepM, PLAN_BOUNDS.areaCoordinateM)
  const move = (event: PointerEvent<SVGElement>) => {
    const point = heldAt(event)
    if (point) onArea({ ...area, xM: inSteps(point.xM - grip.xM), yM: inSteps(point.yM - grip.yM) })
  }
  const resize = (event: PointerEvent<SVGElement>, opposite: Corner, corner: Corner) => {
    const point = heldAt(event)
    if (!point) return
    // A corner stays on its side of the opposite corner, at least a step away.
    const moved = (axis: keyof Corner) => {
      const [at, fixed] = [inSteps(point[axis]), opposite[axis]]
      return corner[axis] > fixed ? Math.max(at, fixed + stepM) : Math.min(at, fixed - stepM)
    }
    onArea(areaAround([opposite, { xM: moved("xM"), yM: moved("yM") }]))
  }
  const corners = areaCorners(area)
  return (
    <g className="area-handles">
      {corners.map((corner, index) => (
        <circle
          // biome-ignore lint/suspicious/noArrayIndexKey: a corner keeps its place while it moves
          key={index}
          cx={corner.xM}
          cy={topM - corner.yM}
          r={radius * SMALLER}
          onPointerDown={hold}
          onLostPointerCapture={release}
          onPointerMove={event => resize(event, corners[(index + 2) % corners.length]!, corner)}
        />
      ))}
      <rect
        x={area.xM}
        y={topM - area.yM - area.heightM}
        width={area.widthM}
        height={area.heightM}
        onPointerDown={event => {
          const point = hold(event)
          setGrip({ xM: point.xM - area.xM, yM: point.yM - area.yM })
        }}
        onLostPointerCapture={release}
        onPointerMove={move}
      />
    </g>
  )
}
