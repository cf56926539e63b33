import { useCallback, useEffect, useRef, useState } from "react"
import type { AdjustableStep } from "../../../domain/scan/adjustableSteps.ts"
import type { FilledRequest } from "../../../domain/scan/request.ts"
import { go } from "../app/router.tsx"
import { useSession } from "../app/session.tsx"
import type { FullReport } from "../report/data.ts"
import { type Sizes, variantOf } from "./variant.ts"

/** A slider at rest this long is solved for. */
const REST_MS = 250
const WAIT_SECONDS = 30

/** What a scan asked for, and what the organization lets adjustments change of it. */
export interface Asked {
  input: FilledRequest
  steps: readonly AdjustableStep[]
}

interface Variant {
  variant: FullReport | undefined
  /** The message of the last error. */
  message: string | undefined
  isBusy: boolean
}
const NONE: Variant = { variant: undefined, message: undefined, isBusy: false }

/** Solves the variant of the latest sizes; what an earlier one was solved for is deleted, unless it is kept. */
export const useVariant = (report: FullReport, { input, steps }: Asked) => {
  const { ask } = useSession()
  const [state, setState] = useState<Variant>(NONE)
  const trial = useRef<string>(undefined)
  const round = useRef(0)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  const remove = useCallback(
    (id: string) => void ask("DELETE /v1/scans/{id}", { params: { id } }).catch(() => {}),
    [ask],
  )
  const forget = useCallback(() => {
    if (trial.current) remove(trial.current)
    trial.current = undefined
  }, [remove])
  const solve = useCallback(
    async (sizes: Sizes) => {
      const mine = ++round.current
      setState(before => ({ ...before, isBusy: true, message: undefined }))
      try {
        const body = variantOf(report.id, input, sizes, steps)
        const { id } = await ask("POST /v1/scans", { body, waitSeconds: WAIT_SECONDS })
        const variant = await ask("GET /v1/scans/{id}/result", { params: { id } })
        if (mine !== round.current) return remove(id)
        forget()
        trial.current = id
        setState({ ...NONE, variant })
      } catch (error) {
        if (mine === round.current) setState({ ...NONE, message: (error as Error).message })
      }
    },
    [ask, forget, remove, report.id, input, steps],
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
