import { fileURLToPath } from "node:url"
import { Type } from "@sinclair/typebox"
import type { CallLimit } from "../http/limiter.ts"
import { type Handlers, operationsOf } from "../http/operation.ts"

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

/** The document and the script are large. */
const LIMIT: CallLimit = {
  hits: 120,
  windowMs: 60_000,
  name: "docs",
  per: "address",
  counted: "reads-of-documentation",
  isOfProcess: true,
}

const operation = operationsOf("Documentation")
const open = { by: ["anyone"], isHidden: true } as const
const answers = { 200: Type.String() }

/** The OpenAPI document, and the page that renders it. */
export const docsOperations = {
  document: operation("GET /openapi.json", {
    summary: "Read the OpenAPI document",
    description: "This document.",
    ...open,
    limit: LIMIT,
    answers: { 200: Type.Object({}) },
  }),
  page: operation("GET /docs", {
    summary: "Read the documentation",
    description: "A page that renders the OpenAPI document and asks no other host.",
    ...open,
    answers,
    mediaType: "text/html",
  }),
  start: operation("GET /docs/start.js", {
    summary: "Start the page",
    description: "The script that starts the page.",
    ...open,
    answers,
    mediaType: "text/javascript",
  }),
  script: operation("GET /docs/scalar.js", {
    summary: "Render the document",
    description: "The script that renders the document.",
    ...open,
    limit: LIMIT,
    answers,
    mediaType: "text/javascript",
  }),
}

/** @param document asked at the first request */
export const docsHandlers = (document: () => object): Handlers<typeof docsOperations> => {
  let made: object | undefined
  return {
    document() {
      made ??= document()
      return made
    },
    page: () => html(PAGE),
    start: () => new Response(START, { headers: { "content-type": "text/javascript" } }),
    script: () => new Response(Bun.file(SCALAR), { headers: { "cache-control": "public, max-age=86400" } }),
  }
}

const html = (page: string) =>
  new Response(page, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": POLICY,
    },
  })
