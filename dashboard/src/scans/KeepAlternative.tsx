import { useCallback } from "react"
import { goFrom, shownPage } from "../app/router.tsx"
import { useSession } from "../app/session.tsx"
import { useAction } from "../lib/action.ts"
import { alternativeAdjustment, modulesOf } from "../live/variant.ts"
import type { Alternative } from "../report/alternativeNames.ts"
import type { FullReport } from "../report/data.ts"
import { useAppText } from "../text/appText.ts"
import { Problem } from "../ui/Problem.tsx"

interface KeepAlternativeProps {
  /** Scan of the compared plants. */
  report: FullReport
  plant: Alternative
  /** Name of the plant. */
  name: string
}

/** Stores a plant of the comparison as a new scan: an adjustment with exactly its sizes. */
export const KeepAlternative = ({ report, plant, name }: KeepAlternativeProps) => {
  const { id } = report
  const { ask, who } = useSession()
  const { adjust } = useAppText()
  const keep = useAction(
    useCallback(async () => {
      const begun = shownPage()
      const [input, { adjustableSteps }] = await Promise.all([
        ask("GET /v1/scans/{id}/request", { params: { id } }),
        ask("GET /v1/organizations/{id}", { params: { id: who.organization.id } }),
      ])
      const body = alternativeAdjustment(id, input, { ...plant, modules: modulesOf(report) }, adjustableSteps)
      if (!body) throw new Error(adjust.locked)
      const scan = await ask("POST /v1/scans", { body })
      goFrom(begun, `/scans/${scan.id}`)
    }, [ask, who.organization.id, id, report, plant, adjust]),
  )
  return (
    <span className="no-print">
      <button type="button" aria-label={adjust.adjustTo(name)} onClick={keep.run} disabled={keep.isBusy}>
        {adjust.adjust}
      </button>
      <Problem message={keep.message} />
    </span>
  )
}
