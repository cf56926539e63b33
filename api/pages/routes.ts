import { Elysia } from "elysia"
import { NotFound } from "../http/errors.ts"
import { readAssets } from "./assets.ts"
import { pageResponse, unbuiltResponse } from "./page.ts"

/** What a share token is made of: nothing else gets into a page. */
const TOKEN = /^[\w-]{16,128}$/

/** The page asks for the months from January on, in any year. */
const CALENDAR_YEAR = "?interval=year&amp;startDate=2023-01-01"

/**
 * The pages: /dashboard with all below it, which asks for a login by itself, and /shared/{token}, a report that needs no
 * credential. Both are built files and read everything else from the paths that every client uses.
 */
export const dashboardRoutes = () => {
  const assets = readAssets()
  const dashboard = () => {
    const files = assets.page("app")
    return files ? pageResponse({ title: "Solar Scan", files, isPrivate: true }) : unbuiltResponse()
  }
  const hidden = { detail: { hide: true } }
  return new Elysia({ name: "dashboard", normalize: false })
    .get("/", () => new Response(null, { status: 302, headers: { location: "/dashboard" } }), hidden)
    .get("/dashboard", dashboard, hidden)
    .get("/dashboard/*", dashboard, hidden)
    .get(
      "/dashboard/assets/:name",
      ({ request, params }) => {
        const file = assets.file(request, params.name)
        if (!file) throw new NotFound("file")
        return file
      },
      hidden,
    )
    .get(
      "/shared/:token",
      ({ params: { token } }) => {
        if (!TOKEN.test(token)) throw new NotFound("shared report")
        const files = assets.page("report")
        const data = [`/v1/scans/shared/${token}${CALENDAR_YEAR}`, `/v1/scans/shared/${token}/series`]
        return files ? pageResponse({ title: "Energy scan", files, data, isPrivate: true }) : unbuiltResponse()
      },
      hidden,
    )
}
