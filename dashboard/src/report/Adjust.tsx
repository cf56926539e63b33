import { useState } from "react"
import { useSettings } from "../lib/settings.tsx"
import { lazyPart } from "../ui/lazyPart.tsx"
import type { FullReport } from "./data.ts"
import { Section } from "./Section.tsx"
import type { Tried, Trying } from "./tried.ts"

/** Sliders and solver are loaded at their first use. */
const Live = lazyPart(() => import("../live/Live.tsx"))

interface AdjustProps {
  report: FullReport
  trying: Trying
  onTried(tried: Tried | undefined): void
}

/** Shows the report with other sizes and prices of a scan's plant. */
export const Adjust = ({ report, trying, onTried }: AdjustProps) => {
  const { text } = useSettings()
  const { title, lead, start } = text.report.adjust
  const [isOpen, setOpen] = useState(false)
  return (
    <div className="no-print">
      <Section id="adjust" title={title} lead={lead}>
        {isOpen ? (
          <Live report={report} {...trying} onTried={onTried} />
        ) : (
          <button type="button" className="wide-as-text" onClick={() => setOpen(true)}>
            {start}
          </button>
        )}
      </Section>
    </div>
  )
}
