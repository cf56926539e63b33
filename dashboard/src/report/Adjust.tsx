import { lazy, Suspense, useState } from "react"
import { useSettings } from "../lib/settings.tsx"
import { ErrorBoundary } from "../ui/ErrorBoundary.tsx"
import type { FullReport } from "./data.ts"
import { Section } from "./Section.tsx"
import type { Tried, Trying } from "./tried.ts"

/** Sliders and solver come when they are first used. */
const Live = lazy(() => import("../live/Live.tsx"))

interface AdjustProps {
  report: FullReport
  trying: Trying
  onTried(tried: Tried | undefined): void
}

/** Tries other sizes and prices of a scan's plant; the report follows. */
export const Adjust = ({ report, trying, onTried }: AdjustProps) => {
  const { text } = useSettings()
  const { title, lead, start } = text.report.adjust
  const [isOpen, setOpen] = useState(false)
  const waiting = (
    <p className="loading" role="status">
      {text.common.loading}
    </p>
  )
  return (
    <div className="no-print">
      <Section id="adjust" title={title} lead={lead}>
        {isOpen ? (
          <ErrorBoundary of="adjust">
            <Suspense fallback={waiting}>
              <Live report={report} {...trying} onTried={onTried} />
            </Suspense>
          </ErrorBoundary>
        ) : (
          <button type="button" className="wide-as-text" onClick={() => setOpen(true)}>
            {start}
          </button>
        )}
      </Section>
    </div>
  )
}
