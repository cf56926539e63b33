import type { Language } from "../../domain/texts/render.ts"
import type { Manifest } from "./built.ts"

/** Path of the built files. */
export const ASSETS_PATH = "/dashboard/assets"

/**
 * Scripts and styles only from this service and only as files, data only from this service, nothing framed: injected
 * markup could neither run nor send data.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "worker-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "object-src 'none'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ")

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='7' fill='%23123c4a'/%3E%3Cpath d='M5 22a11 11 0 0 1 22 0z' fill='%23f2a900'/%3E%3Cpath d='M5 25h22' stroke='%23fff' stroke-width='2'/%3E%3C/svg%3E"

interface Page {
  title: string
  files: Manifest["pages"]["report"]
  /** Language of the reader, if known; the page itself may choose another. */
  language: Language
  /** Paths of data that the page requests first, the most urgent first. */
  data?: string[]
  /** Search engines must not index pages behind a link. */
  isPrivate: boolean
}

/** Text shown before the page's script runs, and without it. */
const WORDS: Record<Language, { loading: string; scripts: string }> = {
  en: {
    loading: "Loading …",
    scripts: "This page needs JavaScript. The same figures are at /v1/scans, see /docs.",
  },
  nl: {
    loading: "Laden …",
    scripts: "Deze pagina heeft JavaScript nodig. Dezelfde cijfers zijn te lezen via /v1/scans, zie /docs.",
  },
  de: {
    loading: "Wird geladen …",
    scripts: "Diese Seite braucht JavaScript. Dieselben Zahlen gibt es unter /v1/scans, siehe /docs.",
  },
}

/** Files that a page preloads: the needs of its first figures. */
const linksOf = ({ files: { preload, soon, texts }, language, data: [first, ...later] = [] }: Page): string[] => [
  ...[...preload, ...texts[language]].map(name => `rel="modulepreload" href="${ASSETS_PATH}/${name}"`),
  ...(first ? [`rel="preload" as="fetch" crossorigin href="${first}"`] : []),
  ...later.map(path => `rel="preload" as="fetch" crossorigin fetchpriority="low" href="${path}"`),
  ...soon.map(name => `rel="preload" as="script" crossorigin fetchpriority="low" href="${ASSETS_PATH}/${name}"`),
]

/** The HTML of a page; scripts draw the rest. Everything put into it is a constant, a built name or a checked token. */
const html = (page: Page): string => {
  const { title, files, language, isPrivate } = page
  const { loading, scripts } = WORDS[language]
  return `<!doctype html>
<html lang="${language}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
${isPrivate ? '    <meta name="robots" content="noindex">\n' : ""}    <title>${title}</title>
    <link rel="icon" href="${ICON}">
    <link rel="stylesheet" href="${ASSETS_PATH}/${files.style}">
    <script type="module" src="${ASSETS_PATH}/${files.script}"></script>
${linksOf(page)
  .map(attributes => `    <link ${attributes}>\n`)
  .join("")}  </head>
  <body>
    <div id="root"><p class="loading" role="status">${loading}</p></div>
    <noscript>${scripts}</noscript>
  </body>
</html>
`
}

/** The answer with a page. */
export const pageResponse = (page: Page): Response =>
  new Response(html(page), {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "content-security-policy": POLICY,
      "cache-control": "no-cache",
      vary: "accept-language, cookie",
    },
  })

/** Answer if the pages were never built. */
export const unbuiltResponse = (): Response =>
  new Response("The pages are not built: run `npm run build` and start the service again.\n", {
    status: 503,
    headers: { "content-type": "text/plain; charset=utf-8" },
  })
