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

browserTest(
  "the page of the interface shows every operation under a policy that lets nothing else run or frame it",
  async () => {
    const page = await browser.open("/docs")
    await page.getByText("Read a scan: its state, or its full report once completed").first().waitFor()
    await page.getByText("POST /v1/scans", { exact: false }).first().waitFor({ state: "attached" })
    expect(browser.complaints().filter(complaint => /content security policy/i.test(complaint))).toEqual([])
    expect(browser.foreign()).toEqual([])
    const policy = (await fetch(`${service.address}/docs`)).headers.get("content-security-policy") ?? ""
    expect(directivesOf(policy)).toEqual({
      "default-src": ["'none'"],
      "script-src": ["'self'"],
      "style-src": ["'self'", "'unsafe-inline'"],
      "img-src": ["'self'", "data:"],
      "font-src": ["'self'", "data:"],
      "connect-src": ["'self'"],
      "object-src": ["'none'"],
      "base-uri": ["'none'"],
      "form-action": ["'none'"],
      "frame-ancestors": ["'none'"],
    })
  },
)
