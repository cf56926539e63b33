import type { Language } from "../../../../domain/texts/render.ts"
import { newToken } from "../../../../infra/ids.ts"
import type { PrintPage } from "../../../../infra/pdf/chromium.ts"
import { PdfFailed } from "../../../../infra/pdf/chromium.ts"
import { findLogo } from "../../../../store/organizations.ts"
import type { ScanState } from "../../../../store/scans/read.ts"
import { seriesOfScan } from "../../../../store/scans/reports.ts"
import { Unavailable } from "../../../http/errors.ts"
import { readQuery } from "../../../http/query.ts"
import { readAssets } from "../../../pages/assets.ts"
import { ASSETS_PATH, pageResponse } from "../../../pages/page.ts"
import type { ScanContext } from "../context.ts"
import { offerPhotoOf } from "../offerPhotos.ts"
import { seriesOf } from "../series.ts"
import { shownScan } from "../share.ts"
import { SharedQuery } from "../shareSchemas.ts"

/** Time that a browser takes to start and print. */
const PDF_ESTIMATE = { childMs: 3_000 }
const TOKEN_BYTES = 32
/** Path at which the page reads the logo. */
const LOGO_PATH = "/logo"

/**
 * The page of a report, printed. A browser reads it from its own listener on the loopback, under a token that ends with
 * the document, so that an unshared report stays unshared. Throws TooManyRequests, and Unavailable when the browser
 * fails.
 */
export const reportPdf = async (
  context: ScanContext,
  print: PrintPage,
  scan: ScanState,
  language: Language,
): Promise<Uint8Array<ArrayBuffer>> => {
  const account = { name: scan.organizationId, weight: context.weightOf(scan.organizationId) }
  const printing = context.admission.turn("documents", { estimate: PDF_ESTIMATE, account }, async () => ({
    result: await printed(context, print, scan, language),
  }))
  return printing.catch(error => {
    throw error instanceof PdfFailed ? new Unavailable("pdf-failed", error) : error
  })
}

/** Throws PdfFailed, also if the browser printed a page without its report. */
const printed = async (context: ScanContext, print: PrintPage, scan: ScanState, language: Language) => {
  const token = newToken(TOKEN_BYTES)
  const data = `/v1/scans/shared/${token}`
  const answer = pageOf(context, scan, token, language)
  let failure: unknown
  const server = Bun.serve({
    hostname: "127.0.0.1",
    port: 0,
    development: false,
    async fetch(request) {
      try {
        return (await answer(request)) ?? new Response(null, { status: 404 })
      } catch (error) {
        if (new URL(request.url).pathname === data) failure = error
        return new Response(null, { status: 500 })
      }
    },
  })
  try {
    const document = await print(`http://127.0.0.1:${server.port}/shared/${token}`, language)
    if (failure !== undefined) throw new PdfFailed(`the page was not given its report: ${failure}`)
    return document
  } finally {
    await server.stop(true)
  }
}

/** Answers of one document's listener; undefined for other requests. */
const pageOf = (context: ScanContext, scan: ScanState, token: string, language: Language) => {
  const assets = readAssets()
  const data = `/v1/scans/shared/${token}`
  return async (request: Request): Promise<Response | undefined> => {
    const { pathname } = new URL(request.url)
    const files = assets.page("report")
    if (pathname === `/shared/${token}` && files)
      return pageResponse({ title: "Energy scan", files, language, isPrivate: true })
    if (pathname.startsWith(`${ASSETS_PATH}/`)) return assets.file(request, pathname.slice(ASSETS_PATH.length + 1))
    if (pathname === data) {
      const shown = await shownScan(context, scan, readQuery(SharedQuery, request), language)
      return Response.json({ ...shown, brandingLogo: shown.brandingLogo && LOGO_PATH })
    }
    if (pathname === `${data}/series`)
      return Response.json(seriesOf(await seriesOfScan(context.queries, scan, scan.id), {}))
    if (pathname.startsWith(`${data}/offer/photos/`))
      return offerPhotoOf(context, scan, pathname.slice(`${data}/offer/photos/`.length), request)
    const logo = pathname === LOGO_PATH ? await findLogo(context.queries, scan.organizationId) : undefined
    return logo && new Response(new Uint8Array(logo.image), { headers: { "content-type": logo.mediaType } })
  }
}
