import { fileURLToPath } from "node:url"
import type { TSchema } from "@sinclair/typebox"
import { type AnyElysia, Elysia } from "elysia"
import type { CallLimit, CountAddress } from "../http/limiter.ts"
import { openApiDocument } from "./document.ts"

const SCALAR = fileURLToPath(import.meta.resolve("@scalar/api-reference/browser/standalone.js"))

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Solar Scan Service: interface</title>
    <link rel="icon" href="data:,">
  </head>
  <body>
    <div id="reference"></div>
    <script src="/docs/scalar.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`

/** Nothing on the page may ask another host: no fonts, no proxy, no assistant, no telemetry. */
const START = `Scalar.createApiReference("#reference", {
  url: "/openapi.json", withDefaultFonts: false, proxyUrl: "", telemetry: false,
  agent: { disabled: true }, mcp: { disabled: true }, hideClientButton: true, showDeveloperTools: "never",
})
`

/** Scripts only from this service and only as files; styles also in the page, where the reference puts them. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "font-src 'self' data:",
  "connect-src 'self'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ")

interface DocsOptions {
  /** The service whose routes are documented; asked at the first request. */
  app: () => AnyElysia
  publicUrl: string
  /** Schemas that stand once in the document, by their names. */
  components: Record<string, TSchema>
  /** Limits how often an address reads the document and the script. */
  count: CountAddress
}

/** Of one address: the document and the script are large. */
export const DOCS_LIMIT: CallLimit = {
  hits: 120,
  windowMs: 60_000,
  name: "docs",
  per: "address",
  what: "reads of the documentation from this address",
}

/** /openapi.json, made from the schemas that validate, and /docs, which renders it. */
export const docsRoutes = ({ app, publicUrl, components, count }: DocsOptions) => {
  let document: object | undefined
  return new Elysia({ name: "docs" })
    .get("/openapi.json", async ({ request }) => {
      await count(request)
      document ??= openApiDocument(app(), publicUrl, components)
      return document
    })
    .get("/docs", () => html(PAGE))
    .get("/docs/start.js", () => new Response(START, { headers: { "content-type": "text/javascript" } }))
    .get("/docs/scalar.js", async ({ request }) => {
      await count(request)
      return new Response(Bun.file(SCALAR), { headers: { "cache-control": "public, max-age=86400" } })
    })
}

const html = (page: string) =>
  new Response(page, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": POLICY,
    },
  })
