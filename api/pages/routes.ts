import { Type } from "@sinclair/typebox"
import { LANGUAGES, type Language } from "../../domain/texts/render.ts"
import { orNotFound } from "../http/errors.ts"
import { languageOf } from "../http/language.ts"
import { type Handlers, operationsOf } from "../http/operation.ts"
import { readAssets } from "./assets.ts"
import { pageResponse, unbuiltResponse } from "./page.ts"

/** Characters of a share token; no other text is written into a page. */
const TOKEN = /^[\w-]{16,128}$/

/** The page requests the months from January on, in any year. */
const CALENDAR_YEAR = "?interval=year&amp;startDate=2023-01-01"

/**
 * Cookie of a reader whose page is in another language than the browser: the page requests that language by a header,
 * which a preload cannot set.
 */
const CHOSEN_LANGUAGE = /(?:^|; )language=(en|nl|de)(?:;|$)/
const chosenLanguage = (request: Request): Language | undefined => {
  const [, chosen] = CHOSEN_LANGUAGE.exec(request.headers.get("cookie") ?? "") ?? []
  return LANGUAGES.find(language => language === chosen)
}

const operation = operationsOf("Pages")
const page = { by: ["anyone"], isHidden: true, answers: { 200: Type.String() }, mediaType: "text/html" } as const

/**
 * The pages: /dashboard with all below it, which contains the login form, and /shared/{token}, a report that needs no
 * credential. Both are built files and read everything else from the paths that every client uses.
 */
export const pageOperations = {
  root: operation("GET /", { summary: "Go to the dashboard", description: "The dashboard is at /dashboard.", ...page }),
  dashboard: operation("GET /dashboard", {
    summary: "Read the dashboard",
    description: "The page asks for a login by itself.",
    ...page,
  }),
  inDashboard: operation("GET /dashboard/*", {
    summary: "Read a page of the dashboard",
    description: "The page asks for a login by itself.",
    ...page,
  }),
  asset: operation("GET /dashboard/assets/{name}", {
    summary: "Read a file of the pages",
    description: "Scripts, styles and images of the pages.",
    ...page,
  }),
  shared: operation("GET /shared/{token}", {
    summary: "Read a shared report as a page",
    description: "The report of a shared scan, for whoever has its link.",
    ...page,
  }),
}

export const pageHandlers = (): Handlers<typeof pageOperations> => {
  const assets = readAssets()
  const dashboard = ({ request }: { request: Request }) => {
    const files = assets.page("app")
    const language = chosenLanguage(request) ?? languageOf(request)
    return files ? pageResponse({ title: "Solar Scan", files, language, isPrivate: true }) : unbuiltResponse()
  }
  return {
    root: () => new Response(null, { status: 302, headers: { location: "/dashboard" } }),
    dashboard,
    inDashboard: dashboard,
    asset: ({ request, params }) => orNotFound(assets.file(request, params.name), "file"),
    shared({ request, params: { token } }) {
      orNotFound(TOKEN.test(token), "shared-report")
      const files = assets.page("report")
      const chosen = chosenLanguage(request)
      const language = chosen ?? languageOf(request)
      const report = chosen ? [] : [`/v1/scans/shared/${token}${CALENDAR_YEAR}`]
      const data = [...report, `/v1/scans/shared/${token}/series`]
      return files ? pageResponse({ title: "Energy scan", files, language, data, isPrivate: true }) : unbuiltResponse()
    },
  }
}
