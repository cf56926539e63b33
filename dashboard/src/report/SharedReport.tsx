import { useCallback, useEffect, useState } from "react"
import { ScanApiError } from "../../../client/index.ts"
import { api } from "../lib/api.ts"
import { isolated } from "../lib/format.ts"
import { isBrowsersLanguage } from "../lib/language.ts"
import { useLoad } from "../lib/load.ts"
import { useSettings } from "../lib/settings.tsx"
import { type Accepted, CALENDAR_YEAR, hoursOf, type ReportData, type Series, type SharedScan } from "./data.ts"
import { Masthead } from "./Masthead.tsx"
import { Opening } from "./Opening.tsx"
import { ProposalCard } from "./ProposalCard.tsx"
import { Report } from "./Report.tsx"

const Trouble = ({ error, retry }: { error: Error; retry(): void }) => {
  const { text } = useSettings()
  useEffect(() => {
    document.title = text.report.title
  }, [text])
  const status = error instanceof ScanApiError ? error.status : 0
  const ended = status === 404 ? text.report.missing : status === 410 ? text.report.expired : undefined
  return (
    <main className="page">
      <div className="loading" role="alert">
        <h1>{ended ?? `${text.report.failed} ${error.message}`}</h1>
        {ended ? null : (
          <button type="button" onClick={retry}>
            {text.report.retry}
          </button>
        )}
      </div>
    </main>
  )
}

/** True for errors of an unusable link, which also removes a displayed report. Other errors leave it. */
const isGone = (error: Error): boolean =>
  error instanceof ScanApiError && (error.status === 404 || error.status === 410)

const dataOf = (token: string, answer: SharedScan, series: Series | null | undefined): ReportData => ({
  report: answer.report,
  chart: answer.chartData,
  branding: answer,
  customerName: answer.customerName,
  customerAddress: answer.customerAddress,
  share: answer,
  offer: answer.offer,
  photoAddress: photo => api.url("GET /v1/scans/shared/{token}/offer/photos/{photo}", { params: { token, photo } }),
  isSandbox: answer.mode === "sandbox",
  series,
})

/**
 * The page at /shared/{token}: a report for anyone with the link. In a language other than the browser's, the report
 * has its own address. A browser uses the preloaded answer for any request of its address, in any language.
 */
export const SharedReport = ({ token }: { token: string }) => {
  const { text, language } = useSettings()
  const shared = useLoad(
    useCallback(
      signal => {
        const query = { ...CALENDAR_YEAR, ...(isBrowsersLanguage(language) ? {} : { language }) }
        return api.ask("GET /v1/scans/shared/{token}", { params: { token }, query, signal })
      },
      [token, language],
    ),
  )
  const hours = useLoad(
    useCallback(signal => api.ask("GET /v1/scans/shared/{token}/series", { params: { token }, signal }), [token]),
  )
  const [accepted, setAccepted] = useState<Accepted>()
  if (shared.error && (!shared.value || isGone(shared.error)))
    return <Trouble error={shared.error} retry={shared.reload} />
  if (!shared.value) return <Opening />
  const sharedData = dataOf(token, shared.value, hoursOf(hours))
  const data = accepted
    ? {
        ...sharedData,
        share: { ...sharedData.share, acceptance: accepted.acceptance },
        offer: accepted.offer ?? sharedData.offer,
      }
    : sharedData
  return (
    <div className="page">
      <a className="skip" href="#report">
        {text.report.skip}
      </a>
      <Masthead {...data} />
      <main id="report" tabIndex={-1}>
        <Report
          {...data}
          isForCustomer
          proposal={isOtherPlant => (
            <ProposalCard {...{ token, isOtherPlant }} onAccepted={setAccepted} onChanged={shared.reload} {...data} />
          )}
          trying={{ path: `/shared/${token}/live` }}
        />
      </main>
      <footer className="colophon">
        {data.branding.brandingEnabled ? `${text.report.by(isolated(data.branding.brandingDisplayName))} · ` : ""}
        {text.report.made}
      </footer>
    </div>
  )
}
