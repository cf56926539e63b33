import { type DrawnPlan, modulesOf } from "../../../../domain/request/roofPanels.ts"

/** Rectangle around a plan, in its coordinates [m]. */
export interface Frame {
  leftM: number
  rightM: number
  bottomM: number
  topM: number
}

/** Free space around a picture [m]. */
const AROUND_M = 0.5

/** Rectangle around all corners of an outline. */
export const frameOf = (corners: DrawnPlan["corners"]): Frame => {
  const [across, up] = [corners.map(({ xM }) => xM), corners.map(({ yM }) => yM)]
  return {
    ...{ leftM: Math.min(...across), rightM: Math.max(...across) },
    ...{ bottomM: Math.min(...up), topM: Math.max(...up) },
  }
}

/** View box of a picture in metres; its y is 0 at the top of the frame and grows downwards. */
export const viewBoxOf = ({ leftM, rightM, bottomM, topM }: Frame): string =>
  [leftM - AROUND_M, -AROUND_M, rightM - leftM + 2 * AROUND_M, topM - bottomM + 2 * AROUND_M].join(" ")

interface ShapesProps {
  plan: DrawnPlan
  /** Height of the frame's top [m]. */
  topM: number
  /** Panels to draw, row by row from the eaves; absent: all that fit. */
  count?: number
}

/** Outline, panels and keep-free areas of a plan, the eaves below. */
export const PlanShapes = ({ plan, topM, count }: ShapesProps) => (
  <g className="roof-plan">
    <polygon points={plan.corners.map(({ xM, yM }) => `${xM},${topM - yM}`).join(" ")} />
    {modulesOf(plan)
      .slice(0, count)
      .map(({ xM, yM, widthM, heightM }) => (
        <rect key={`${xM} ${yM}`} x={xM} y={topM - yM - heightM} width={widthM} height={heightM} />
      ))}
    {plan.keepFree?.map(({ xM, yM, widthM, heightM }, index) => (
      <rect
        // biome-ignore lint/suspicious/noArrayIndexKey: areas of one place stay apart
        key={index}
        className="keep-free"
        {...{ x: xM, y: topM - yM - heightM, width: widthM, height: heightM }}
      />
    ))}
  </g>
)
