import { useCallback, useEffect, useRef, useState } from "react"
import type { AdjustableStep } from "../../../../domain/scan/adjustableSteps.ts"
import type { ScanInput } from "../../../../domain/scan/request.ts"
import type { CreatedScan } from "../../../scans/schemas.ts"
import { go } from "../app/router.tsx"
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
import { type Sizes, sizesOf, variantOf } from "./variant.ts"

/** A slider at rest this long is solved for. */
const REST_MS = 250
const WAIT = { prefer: "wait=30" }

interface Asked {
  input: ScanInput
  steps: readonly AdjustableStep[]
}

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

/** Solves the variant of the latest sizes; what an earlier one was solved for is deleted, unless it is kept. */
const useVariant = (report: FullReport, { input, steps }: Asked) => {
  const { ask } = useSession()
  const [state, setState] = useState<{ variant?: FullReport; message?: string; isBusy: boolean }>({ isBusy: false })
  const trial = useRef<string>(undefined)
  const round = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const forget = useCallback(() => {
    if (trial.current) ask(`/v1/scans/${trial.current}`, { method: "DELETE" }).catch(() => {})
    trial.current = undefined
  }, [ask])
  const solve = useCallback(
    async (sizes: Sizes) => {
      const mine = ++round.current
      setState(before => ({ ...before, isBusy: true, message: undefined }))
      try {
        const body = variantOf(report.id, input, sizes, steps)
        const { id } = await ask<CreatedScan>("/v1/scans", { method: "POST", body, headers: WAIT })
        const variant = await ask<FullReport>(`/v1/scans/${id}/result`)
        if (mine !== round.current) return void ask(`/v1/scans/${id}`, { method: "DELETE" }).catch(() => {})
        forget()
        trial.current = id
        setState({ variant, isBusy: false })
      } catch (error) {
        if (mine === round.current) setState({ message: (error as Error).message, isBusy: false })
      }
    },
    [ask, forget, report.id, input, steps],
  )
  useEffect(
    () => () => {
      clearTimeout(timer.current)
      round.current++
      forget()
    },
    [forget],
  )
  return {
    ...state,
    ask: (sizes: Sizes) => {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => solve(sizes), REST_MS)
    },
    keep: () => {
      const id = trial.current
      trial.current = undefined
      go(`/scans/${id}`)
    },
  }
}

const Trial = ({ report, asked }: { report: FullReport; asked: Asked }) => {
  const { adjust } = useAppText()
  const { format } = useSettings()
  const [sizes, setSizes] = useState(() => sizesOf(report, asked.input))
  const { variant, message, isBusy, ask, keep } = useVariant(report, asked)
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
          {isBusy ? adjust.solving : solveMs ? adjust.solved(solveMs) : ""}
        </p>
        <Problem message={message} />
        <Difference original={report} variant={variant} />
        {variant && !isBusy ? (
          <button type="button" onClick={keep}>
            {adjust.keep}
          </button>
        ) : null}
      </div>
    </div>
  )
}

/** Tries other sizes of a scan's plant and shows what they change. */
export const Adjust = ({ report }: { report: FullReport }) => {
  const { adjust } = useAppText()
  const asked = useAsked(report.id)
  return (
    <div className="no-print">
      <Section id="adjust" title={adjust.title} lead={adjust.lead}>
        <Async loaded={asked}>{value => <Trial report={report} asked={value} />}</Async>
      </Section>
    </div>
  )
}
