import type { ReactNode } from "react"
import { panelsOf } from "../../../../domain/request/roofPanels.ts"
import { useSettings } from "../../lib/settings.tsx"
import type { FullReport } from "../data.ts"
import { roofName } from "../roofName.ts"
import { frameOf, PlanShapes, viewBoxOf } from "./PlanShapes.tsx"

/** Number of panels from which a roof takes the full width. */
const MANY_PANELS = 60

export interface DrawingsProps {
  systems: FullReport["solar"]["newSystems"]
  /** Largest number of roofs to draw. */
  most?: number | undefined
  /** Picture without a plan that holds the panels. */
  instead: ReactNode
}

/** Roofs with the panels of a report, each on its plan. A roof with more panels than its plan holds is not drawn. */
const RoofDrawings = ({ systems, most, instead }: DrawingsProps) => {
  const { text, format } = useSettings()
  const { customer, system } = text.report
  const drawn = systems.flatMap(({ plan, ...roof }) =>
    plan && panelsOf(plan) >= roof.panelCount ? [{ ...roof, plan }] : [],
  )
  if (drawn.length === 0) return instead
  return (
    <div className="roof-plans">
      {drawn.slice(0, most).map(({ name, panelCount, panelPowerRatedWatts, plan }, index) => {
        const frame = frameOf(plan.corners)
        const roof = roofName(name, system.roof)
        const panels = customer.panels(format.number(panelCount, 0), format.number(panelPowerRatedWatts, 0))
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: roofs of one name stay apart
          <figure key={index} className={panelCount > MANY_PANELS ? "many" : undefined}>
            <svg viewBox={viewBoxOf(frame)} role="img" aria-label={`${roof}: ${panels}`}>
              <PlanShapes plan={plan} topM={frame.topM} count={panelCount} />
            </svg>
            <figcaption className="small muted">
              <bdi>{roof}</bdi>
            </figcaption>
          </figure>
        )
      })}
    </div>
  )
}

export default RoofDrawings
