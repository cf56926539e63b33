import type { ReactNode } from "react"
import { drawerReady } from "../charts/Chart.tsx"
import { arriving } from "../lib/arriving.ts"
import { useSettings } from "../lib/settings.tsx"
import { useFailure } from "../ui/ErrorBoundary.tsx"
import { Mark } from "../ui/Mark.tsx"
import { Switches } from "../ui/Switches.tsx"
import { type Branding, logoPath, type ReportData } from "./data.ts"

/** Name and logo of the organization that shows the report. */
const Brand = ({ branding }: { branding: Branding }) => {
  const { text } = useSettings()
  const logo = logoPath(branding)
  const name = branding.brandingEnabled ? branding.brandingDisplayName : text.report.title
  return (
    <div className="brand">
      {logo ? <img src={logo} alt="" /> : <Mark />}
      <bdi>{name}</bdi>
    </div>
  )
}

/** Parts of the masthead inside of the dashboard, which has the switches elsewhere. */
export interface Inside {
  /** Replaces the brand on screens. */
  lead: ReactNode
  /** After the tools. */
  tools: ReactNode
}

/** Print of the report. */
export const PrintButton = () => {
  const { tools } = useSettings().text.report
  return (
    <button type="button" onClick={() => drawerReady().then(print)}>
      {tools.print}
    </button>
  )
}

/** Downloads of the report. */
export const ReportFiles = ({ report, series }: Pick<ReportData, "report" | "series">) => {
  const { text } = useSettings()
  const { tools } = text.report
  const { fail, shown } = useFailure()
  const name = `scan-${report.id}`
  const saving = () => arriving(() => import("../charts/chartCsv.ts"))
  const saveHours = async () => series && (await saving()).saveHours(name, { ...series })
  const saveReport = async () => (await saving()).saveReport(name, report)
  return (
    <>
      <button type="button" onClick={() => saveHours().catch(fail)} disabled={!series}>
        {tools.csv}
      </button>
      <button type="button" onClick={() => saveReport().catch(fail)}>
        {tools.json}
      </button>
      {shown}
    </>
  )
}

/** Owner of the report; in the dashboard also actions on the report, which a shared page has further down. */
export const Masthead = ({ report, branding, series, inside }: ReportData & { inside?: Inside }) => (
  <header className="masthead">
    {inside ? <div className="no-print">{inside.lead}</div> : null}
    <div className={inside ? "print-only" : undefined}>
      <Brand branding={branding} />
    </div>
    <div className="row no-print">
      {inside ? (
        <>
          <ReportFiles report={report} series={series} />
          <PrintButton />
          {inside.tools}
        </>
      ) : (
        <Switches />
      )}
    </div>
  </header>
)
