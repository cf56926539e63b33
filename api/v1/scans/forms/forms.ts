import type { FullReport } from "../../../../domain/report/schema.ts"
import type { Language } from "../../../../domain/texts/render.ts"
import type { ScanState } from "../../../../store/scans/read.ts"
import { type Encoded, encoded } from "../../../http/encoded.ts"
import type { Call } from "../../../http/operation.ts"
import type { ScanContext } from "../context.ts"
import type { Series } from "../seriesSchemas.ts"
import { reportCsv, seriesCsv } from "./csv.ts"
import { reportPdf } from "./pdf.ts"

export const CSV = "text/csv"
export const PDF = "application/pdf"
export const JSON_FORM = "application/json"

/** Forms of a report that this installation has; the first is given to who asks for none. */
export const reportFormsOf = ({ printPage }: ScanContext): string[] => [JSON_FORM, CSV, ...(printPage ? [PDF] : [])]
export const SERIES_FORMS = [JSON_FORM, CSV]

type Head = Pick<Call, "setHeader">

/** A report in a form of `reportFormsOf`. Throws TooManyRequests, and Unavailable when no document could be made. */
export const reportIn = async (
  context: ScanContext,
  form: string,
  scan: ScanState,
  language: Language,
  head: Head,
): Promise<Encoded<FullReport> | Encoded<string> | Response> => {
  head.setHeader("vary", "accept")
  const report = await context.reports(scan, language)
  if (form === CSV) return csv(`scan-${scan.id}`, reportCsv(JSON.parse(report.text) as FullReport), head)
  if (form !== PDF || !context.printPage) return report
  const document = await reportPdf(context, context.printPage, scan, language)
  return new Response(document, {
    headers: {
      "content-type": PDF,
      "content-disposition": attachment(`scan-${scan.id}.pdf`),
      "cache-control": "no-store",
    },
  })
}

/** The hours behind a report in a form of SERIES_FORMS. */
export const seriesIn = (form: string, series: Series, id: string, head: Head): Series | Encoded<string> => {
  head.setHeader("vary", "accept")
  return form === CSV ? csv(`hours-${id}`, seriesCsv(series), head) : series
}

const csv = (name: string, text: string, { setHeader }: Head): Encoded<string> => {
  setHeader("content-type", `${CSV}; charset=utf-8`)
  setHeader("content-disposition", attachment(`${name}.csv`))
  return encoded<string>(text)
}

const attachment = (name: string): string => `attachment; filename="${name}"`
