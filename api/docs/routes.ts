import { fileURLToPath } from "node:url"
import { Type } from "@sinclair/typebox"
import { encoded } from "../http/encoded.ts"
import type { CallLimit } from "../http/limiter.ts"
import { type Handlers, operationsOf } from "../http/operation.ts"
import { llmsText } from "./llms.ts"
import { postmanCollection } from "./postman.ts"

const shipped = (file: string) => fileURLToPath(import.meta.resolve(`swagger-ui-dist/${file}`))
const SCRIPT = shipped("swagger-ui-bundle.js")
const STYLE = shipped("swagger-ui.css")

const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>Solar Scan Service: interface</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/docs/swagger-ui.css">
  </head>
  <body>
    <div id="reference"></div>
    <script src="/docs/swagger-ui.js"></script>
    <script src="/docs/start.js"></script>
  </body>
</html>
`

/** Settings of the page. `validatorUrl: null` keeps it from sending the document's address to a public validator. */
const START = `SwaggerUIBundle({
  url: "/openapi.json", dom_id: "#reference", validatorUrl: null, deepLinking: true, filter: true,
  docExpansion: "list", defaultModelsExpandDepth: 0,
})
`

/** Scripts and styles only from this service and only as files. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
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
  llms: operation("GET /llms.txt", {
    summary: "Read what a language model needs to use the service",
    description: "llmstxt.org: how to begin, and every operation.",
    ...open,
    limit: LIMIT,
    answers,
    mediaType: "text/plain",
  }),
  postman: operation("GET /docs/postman.json", {
    summary: "Read the operations as a Postman collection",
    description: "Format 2.1: a folder for each group, with the examples of the document.",
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
  style: operation("GET /docs/swagger-ui.css", {
    summary: "Style the page",
    description: "The style sheet of the page.",
    ...open,
    limit: LIMIT,
    answers,
    mediaType: "text/css",
  }),
  script: operation("GET /docs/swagger-ui.js", {
    summary: "Render the document",
    description: "The script that renders the document.",
    ...open,
    limit: LIMIT,
    answers,
    mediaType: "text/javascript",
  }),
}

/** The script changes with the version of the service only. */
const FOR_A_DAY = "public, max-age=86400"

/** Large texts are compressed once for each encoding. @param document asked at the first request */
export const docsHandlers = (document: () => object): Handlers<typeof docsOperations> => {
  const built = once(document)
  const text = once(() => encoded<Record<string, never>>(JSON.stringify(built())))
  const llms = once(() => encoded<string>(llmsText(built())))
  const postman = once(() => encoded<Record<string, never>>(JSON.stringify(postmanCollection(built()))))
  const script = once(async () => encoded<string>(await Bun.file(SCRIPT).text()))
  const style = once(async () => encoded<string>(await Bun.file(STYLE).text()))
  return {
    document: () => text(),
    postman: () => postman(),
    llms({ setHeader }) {
      setHeader("content-type", "text/plain; charset=utf-8")
      return llms()
    },
    page: () => html(PAGE),
    start: () => new Response(START, { headers: { "content-type": "text/javascript" } }),
    style({ setHeader }) {
      setHeader("content-type", "text/css; charset=utf-8")
      setHeader("cache-control", FOR_A_DAY)
      return style()
    },
    script({ setHeader }) {
      setHeader("content-type", "text/javascript; charset=utf-8")
      setHeader("cache-control", FOR_A_DAY)
      return script()
    },
  }
}

/** Result of `make`, computed at the first call. */
const once = <T>(make: () => T): (() => T) => {
  let cached: { value: T } | undefined
  return () => {
    cached ??= { value: make() }
    return cached.value
  }
}

const html = (page: string) =>
  new Response(page, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": POLICY,
    },
  })
