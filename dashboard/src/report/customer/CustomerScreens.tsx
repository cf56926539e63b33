import type { ReactNode } from "react"
import { useSettings } from "../../lib/settings.tsx"
import { ErrorBoundary } from "../../ui/ErrorBoundary.tsx"
import { CashFlow } from "../CashFlow.tsx"
import { isPlant, type ReportData } from "../data.ts"
import { EnergyPicture } from "../EnergyYear.tsx"
import { PrintButton, ReportFiles } from "../Masthead.tsx"
import type { Priced } from "../priced.ts"
import { ScanFacts } from "../Verdict.tsx"
import { Bill } from "./Bill.tsx"
import { FirstFigures } from "./FirstFigures.tsx"
import { Options } from "./Options.tsx"
import { SystemPicture } from "./SystemPicture.tsx"

interface ScreensProps extends Pick<ReportData, "report" | "chart" | "offer"> {
  priced: Priced
  /** Actions of the customer. */
  proposal: ReactNode
  /** Sliders. */
  adjust: ReactNode
  /** The last report with all parts. */
  atRest: ReportData["report"]
  /** True while that report is of the previously tried plant. */
  isPartial: boolean
  /** The sliders were moved. */
  isVariant: boolean
}

/** Screens of a customer: price, savings and acceptance; the system and its year; the bill, other options, sliders. */
export const CustomerScreens = ({ chart, proposal, adjust, isVariant, ...first }: ScreensProps) => {
  const { report, priced } = first
  return (
    <>
      <FirstFigures {...first} />
      {proposal}
      <div className="customer-screens">
        <ErrorBoundary>
          <SystemPicture report={report} isOffer={priced.isOffer} />
          <EnergyPicture chart={chart} />
        </ErrorBoundary>
        <ErrorBoundary>
          <Bill report={report} chart={chart} />
          {isPlant(report) ? <CashFlow cash={priced.cash} isCompact /> : null}
          <Options {...{ report, priced, isVariant }} />
        </ErrorBoundary>
        {adjust}
      </div>
    </>
  )
}

/** Heading of the parts for the adviser, with the folded downloads of the report. */
export const ForAdviser = ({ report, series }: Pick<ReportData, "report" | "series">) => {
  const { customer } = useSettings().text.report
  return (
    <header className="for-adviser stack">
      <h2 id="adviser">{customer.adviser}</h2>
      <p className="muted">{customer.adviserLead}</p>
      <ScanFacts report={report} />
      <div className="row no-print">
        <PrintButton />
      </div>
      <details className="no-print">
        <summary>{customer.files}</summary>
        <div className="row">
          <ReportFiles report={report} series={series} />
        </div>
      </details>
    </header>
  )
}
