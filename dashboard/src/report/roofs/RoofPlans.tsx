import type { ReactNode } from "react"
import { lazyPart } from "../../ui/lazyPart.tsx"
import type { FullReport } from "../data.ts"

/** Few reports have plans of roofs. */
const RoofDrawings = lazyPart(() => import("./RoofDrawings.tsx"), <div className="roof-plans" />)

interface PlansProps {
  report: FullReport
  /** Largest number of roofs to draw. */
  most?: number
  /** Picture of a report without plans. */
  children?: ReactNode
}

/** Roofs with new panels that have a plan. */
export const RoofPlans = ({ report, most, children }: PlansProps) => {
  const systems = report.solar.newSystems.filter(({ plan, panelCount }) => plan && panelCount > 0)
  return systems.length > 0 ? <RoofDrawings {...{ systems, most }} instead={children} /> : children
}
