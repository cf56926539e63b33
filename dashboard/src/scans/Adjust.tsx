import { useCallback, useState } from "react"
import { useSession } from "../app/session.tsx"
import { useLoad } from "../lib/load.ts"
import { useSettings } from "../lib/settings.tsx"
import type { FullReport } from "../report/data.ts"
import { Section } from "../report/Section.tsx"
import { useAppText } from "../text/appText.ts"
import { Async } from "../ui/Async.tsx"
import { Problem } from "../ui/Problem.tsx"
import { Difference } from "./Difference.tsx"
import { Sliders } from "./Sliders.tsx"
import { type Asked, useVariant } from "./useVariant.ts"
import { type Sizes, sizesOf } from "./variant.ts"

const useAsked = (id: string) => {
  const { ask, who } = useSession()
  return useLoad(
    useCallback(
      async (signal): Promise<Asked> => {
        const [input, organization] = await Promise.all([
          ask("GET /v1/scans/{id}/request", { params: { id }, signal }),
          ask("GET /v1/organizations/{id}", { params: { id: who.organization.id }, signal }),
        ])
        return { input, steps: organization.adjustableSteps }
      },
      [ask, id, who.organization.id],
    ),
  )
}

const Trial = ({ original, asked }: { original: FullReport; asked: Asked }) => {
  const { adjust } = useAppText()
  const { format } = useSettings()
  const [sizes, setSizes] = useState(() => sizesOf(original, asked.input))
  const { variant, message, isBusy, ask, keep } = useVariant(original, asked)
  const change = (next: Sizes) => {
    setSizes(next)
    ask(next)
  }
  const solveMs = variant && format.number(variant.optimisation.solveMs, 0)
  return (
    <div className="card beside top">
      <Sliders sizes={sizes} input={asked.input} steps={asked.steps} onChange={change} />
      <div className="stack">
        <p className="small muted" role="status">
          {isBusy ? adjust.solving : solveMs ? adjust.solved(solveMs) : adjust.untouched}
        </p>
        <Problem message={message} />
        <Difference original={original} variant={variant} />
        {variant && !isBusy ? (
          <button type="button" className="start" onClick={keep}>
            {adjust.keep}
          </button>
        ) : null}
      </div>
    </div>
  )
}

/** Tries other sizes and prices of a scan's plant, and shows what they change. */
export const Adjust = ({ original }: { original: FullReport }) => {
  const { adjust } = useAppText()
  const asked = useAsked(original.id)
  return (
    <div className="no-print">
      <Section id="adjust" title={adjust.title} lead={adjust.lead}>
        <Async loaded={asked}>{value => <Trial original={original} asked={value} />}</Async>
      </Section>
    </div>
  )
}
