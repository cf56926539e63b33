import { afterAll, beforeAll, expect } from "bun:test"
import { type RunningService, startFresh } from "../support/service.ts"
import { type Browser, browserTest, startBrowser, whyNoBrowser } from "./chromium.ts"

let service: RunningService
let browser: Browser

beforeAll(async () => {
  if (whyNoBrowser()) return
  service = await startFresh()
  browser = await startBrowser(service.address)
})
afterAll(async () => {
  await browser?.close()
  await service?.end()
})

/** A policy as its directives. */
const directivesOf = (policy: string) =>
  Object.fromEntries(policy.split("; ").map(directive => [directive.split(" ", 1)[0], directive.split(" ").slice(1)]))

interface OpenApi {
  paths: Record<string, object>
  webhooks: Record<string, object>
}

/** The operations in view as `method path`. Long paths have breaks of no width. */
const SHOWN = () =>
  [...document.querySelectorAll(".opblock-summary")].map(row => {
    const [method, path] = ["method", "path"].map(part => row.querySelector(`.opblock-summary-${part}`)?.textContent)
    return `${method?.toLowerCase()} ${path?.replaceAll("\u200b", "")}`
  })

/** Scrolls by half a window, lets the page draw, and returns true at the end of the page. */
const SCROLLED = async () => {
  scrollBy(0, innerHeight / 2)
  await new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve, 100)))
  return scrollY + innerHeight >= document.documentElement.scrollHeight - 2
}

browserTest(
  "the page of the interface shows every operation under a policy that lets nothing else run or frame it",
  async () => {
    const page = await browser.open("/docs")
    const { paths, webhooks } = (await (await fetch(`${service.address}/openapi.json`)).json()) as OpenApi
    const operations = Object.entries({ ...paths, ...webhooks }).flatMap(([path, methods]) =>
      Object.keys(methods).map(method => `${method} ${path}`),
    )
    // The page draws the operations that are in view: the test reads them while it scrolls down.
    const seen = new Set<string>()
    await page.waitForFunction(() => document.querySelector(".opblock-summary"))
    for (let isAtEnd = false; !isAtEnd; ) {
      isAtEnd = await page.evaluate(SCROLLED)
      for (const row of await page.evaluate(SHOWN)) seen.add(row)
    }
    expect([...seen].sort()).toEqual(operations.sort())
    expect(browser.complaints().filter(complaint => /content security policy/i.test(complaint))).toEqual([])
    expect(browser.foreign()).toEqual([])
    const policy = (await fetch(`${service.address}/docs`)).headers.get("content-security-policy") ?? ""
    expect(directivesOf(policy)).toEqual({
      "default-src": ["'none'"],
      "script-src": ["'self'"],
      "style-src": ["'self'"],
      "img-src": ["'self'", "data:"],
      "connect-src": ["'self'"],
      "object-src": ["'none'"],
      "base-uri": ["'none'"],
      "form-action": ["'none'"],
      "frame-ancestors": ["'none'"],
    })
  },
)
