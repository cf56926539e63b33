import { useRef } from "react"
import type { AdjustableStep } from "../../../domain/request/adjustableSteps.ts"
import { useNear } from "../lib/near.ts"
import { useSettings } from "../lib/settings.tsx"
import { lazyPart } from "../ui/lazyPart.tsx"
import type { FullReport } from "./data.ts"
import type { Priced } from "./priced.ts"
import { Section } from "./Section.tsx"
import type { PriceOf, Tried, Trying } from "./tried.ts"

/** Sliders are loaded near the screen; their data and the solver follow at the first touch. */
const Live = lazyPart(() => import("../live/Live.tsx"))

interface AdjustProps {
  report: FullReport
  priced: Priced
  priceOf: PriceOf
  /** Undefined for example figures of the sandbox, which cannot be solved again. */
  trying: Trying | undefined
  /** Steps that the organization lets readers adjust. */
  steps: readonly AdjustableStep[]
  /** Among the screens of a customer. */
  isForCustomer: boolean
  onTried(tried: Tried | undefined): void
}

/** Shows the report with other sizes and prices of a scan's plant, or says why it cannot. */
export const Adjust = ({ trying, ...props }: AdjustProps) => {
  const { text } = useSettings()
  const place = useRef<HTMLDivElement>(null)
  const isNear = useNear(place)
  return (
    <div className={props.isForCustomer ? "card adjust no-print" : "adjust no-print"} ref={place}>
      <Section id="adjust" title={text.report.adjust.title}>
        {isNear ? <Live key={trying?.path} {...props} trying={trying} /> : null}
      </Section>
    </div>
  )
}
