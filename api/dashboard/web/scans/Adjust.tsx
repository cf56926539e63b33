import { useCallback, useState } from "react"
import type { AdjustableStep } from "../../../../domain/scan/adjustableSteps.ts"
import type { ScanInput } from "../../../../domain/scan/request.ts"
import { useSession } from "../app/session.tsx"
import { useLoad } from "../lib/load.ts"
import { useSettings } from "../lib/settings.tsx"
import { Section } from "../report/Section.tsx"
import { useAppText } from "../text/appText.ts"
import { Async } from "../ui/Async.tsx"
import { Problem } from "../ui/Problem.tsx"
import { Difference } from "./Difference.tsx"
import { Sliders } from "./Sliders.tsx"
import { type Asked, type Solved, useVariant } from "./useVariant.ts"
import { type Sizes, sizesOf } from "./variant.ts"

const useAsked = (id: string) => {
  const { ask, who } = useSession()
  return useLoad(
    useCallback(
      async (signal): Promise<Asked> => {
        const [input, organization] = await Promise.all([
          ask<ScanInput>(`/v1/scans/${id}/request`, { signal }),
          ask<{ adjustableSteps: AdjustableStep[] }>(`/v1/organizations/${who.organization.id}`, { signal }),
        ])
        return { input, steps: organization.adjustableSteps }
      },
      [ask, id, who.organization.id],
    ),
  )
}

const Trial = ({ original, asked }: { original: Solved; asked: Asked }) => {
  const { adjust } = useAppText()
  const { format } = useSettings()
  const { report } = original
  const presentGrowth = report.financial.parameters.electricityPriceGrowth
  const [sizes, setSizes] = useState(() => sizesOf(report, asked.input))
  const [growth, setGrowth] = useState(presentGrowth)
  const { variant, message, isBusy, ask, keep } = useVariant(report, asked)
  const change = (next: Sizes) => {
    setSizes(next)
    ask(next)
  }
  const solveMs = variant && format.number(variant.report.optimisation.solveMs, 0)
  const compared = variant ?? (growth === presentGrowth ? undefined : original)
  return (
    <div className="card beside top">
      <Sliders
        sizes={sizes}
        input={asked.input}
        steps={asked.steps}
        onChange={change}
        growth={growth}
        onGrowth={setGrowth}
      />
      <div className="stack">
        <p className="small muted" role="status">
          {isBusy ? adjust.solving : solveMs ? adjust.solved(solveMs) : adjust.untouched}
        </p>
        <Problem message={message} />
        <Difference original={report} variant={compared} growth={growth} />
        {variant && !isBusy ? (
          <button type="button" className="start" onClick={keep}>
            {adjust.keep}
          </button>
        ) : null}
      </div>
    </div>
  )
}

/** Tries other sizes of a scan's plant, and another growth of prices, and shows what they change. */
export const Adjust = ({ original }: { original: Solved }) => {
  const { adjust } = useAppText()
  const asked = useAsked(original.report.id)
  return (
    <div className="no-print">
      <Section id="adjust" title={adjust.title} lead={adjust.lead}>
        <Async loaded={asked}>{value => <Trial original={original} asked={value} />}</Async>
      </Section>
    </div>
  )
}
