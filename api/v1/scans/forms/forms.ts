import type { FullReport } from "../../../../domain/report/schema.ts"
import type { Language } from "../../../../domain/texts/render.ts"
import type { ScanState } from "../../../../store/scans/read.ts"
import { acceptedType, preferredType } from "../../../http/accept.ts"
import { type Encoded, encoded } from "../../../http/encoded.ts"
import type { Call } from "../../../http/operation.ts"
import type { ScanContext } from "../context.ts"
import type { Series } from "../seriesSchemas.ts"
import { reportCsv, seriesCsv } from "./csv.ts"
import { reportPdf } from "./pdf.ts"

export const CSV = "text/csv"
export const PDF = "application/pdf"
const JSON_FORM = "application/json"

type Form = typeof JSON_FORM | typeof CSV | typeof PDF

/** The requested form of a report, among this installation's forms; JSON by default. Throws NotAcceptable. */
export const reportFormOf = (request: Request, { printPage }: ScanContext): Form =>
  printPage ? preferredType(request, [JSON_FORM, CSV, PDF]) : acceptedType(request, [JSON_FORM, CSV], [PDF])

/** The requested form of the hours; JSON by default. Throws NotAcceptable. */
export const seriesFormOf = (request: Request): Form => acceptedType(request, [JSON_FORM, CSV], [PDF])

type Head = Pick<Call, "setHeader">

/** A report in a form of `reportFormOf`. Throws TooManyRequests, and Unavailable when no document could be made. */
export const reportIn = async (
  context: ScanContext,
  form: Form,
  { scan, language }: { scan: ScanState; language: Language },
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

/** The hours behind a report in a form of `seriesFormOf`. */
export const seriesIn = (form: Form, series: Series, id: string, head: Head): Series | Encoded<string> => {
  head.setHeader("vary", "accept")
  return form === CSV ? csv(`hours-${id}`, seriesCsv(series), head) : series
}

const csv = (name: string, text: string, { setHeader }: Head): Encoded<string> => {
  setHeader("content-type", `${CSV}; charset=utf-8`)
  setHeader("content-disposition", attachment(`${name}.csv`))
  return encoded<string>(text)
}

const attachment = (name: string): string => `attachment; filename="${name}"`
