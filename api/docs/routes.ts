import { fileURLToPath } from "node:url"
import { openapi } from "@elysiajs/openapi"
import { Elysia } from "elysia"
import pkg from "../../package.json" with { type: "json" }
import { SESSION_COOKIE } from "../credentials/cookie.ts"

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

/** /openapi.json, made from the schemas that validate, and /docs, which renders it. */
export const docsRoutes = () =>
  new Elysia({ name: "docs" })
    .use(
      openapi({
        provider: null,
        path: "/docs",
        specPath: "/openapi.json",
        documentation: {
          info: {
            title: "Solar Scan Service",
            version: pkg.version,
            description: "Sizes solar panels and a battery for a site and reports what they bring.",
            license: { name: "MIT" },
          },
          components: {
            securitySchemes: {
              apiKey: { type: "apiKey", in: "header", name: "x-api-key" },
              sessionCookie: { type: "apiKey", in: "cookie", name: SESSION_COOKIE },
              sessionToken: { type: "http", scheme: "bearer", description: "From POST /v1/auth/login" },
              accessToken: { type: "http", scheme: "bearer", description: "From POST /v1/auth/token" },
            },
          },
          security: [{ apiKey: [] }, { sessionCookie: [] }, { sessionToken: [] }],
        },
        exclude: { paths: ["/docs", "/docs/scalar.js", "/docs/start.js"] },
      }),
    )
    .get("/docs", () => html(PAGE))
    .get("/docs/start.js", () => new Response(START, { headers: { "content-type": "text/javascript" } }))
    .get(
      "/docs/scalar.js",
      () => new Response(Bun.file(SCALAR), { headers: { "cache-control": "public, max-age=86400" } }),
    )

const html = (page: string) =>
  new Response(page, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy":
        "default-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:",
    },
  })
