import type { ReactNode } from "react"
import { useSettings } from "../../lib/settings.tsx"
import { ErrorBoundary } from "../../ui/ErrorBoundary.tsx"
import type { ReportData } from "../data.ts"
import { EnergyPicture } from "../EnergyYear.tsx"
import { ReportTools } from "../Masthead.tsx"
import { ScanFacts } from "../Verdict.tsx"
import { BillAndOptions } from "./BillAndOptions.tsx"
import { FirstFigures } from "./FirstFigures.tsx"
import { SystemPicture } from "./SystemPicture.tsx"

interface ScreensProps extends Pick<ReportData, "report" | "chart" | "offer"> {
  /** Actions of the customer. */
  proposal: ReactNode
  /** True while the outlook is the previously tried plant's. */
  isPartial: boolean
}

/** Screens of a customer: price, savings and acceptance; the system and its year; the bill and other options. */
export const CustomerScreens = ({ report, chart, offer, proposal, isPartial }: ScreensProps) => (
  <>
    <div className="no-print">
      <FirstFigures {...{ report, offer, isPartial }} />
    </div>
    {proposal}
    <div className="customer-screens no-print">
      <ErrorBoundary>
        <SystemPicture report={report} />
        <EnergyPicture chart={chart} />
      </ErrorBoundary>
      <ErrorBoundary>
        <BillAndOptions report={report} chart={chart} />
      </ErrorBoundary>
    </div>
  </>
)

/** Heading of the parts for the adviser, with the downloads of the report. */
export const ForAdviser = ({ report, series }: Pick<ReportData, "report" | "series">) => {
  const { customer } = useSettings().text.report
  return (
    <header className="for-adviser stack no-print">
      <h2 id="adviser">{customer.adviser}</h2>
      <p className="muted">{customer.adviserLead}</p>
      <ScanFacts report={report} />
      <div className="row">
        <ReportTools report={report} series={series} />
      </div>
    </header>
  )
}
