import { afterAll, beforeAll, expect } from "bun:test"
import { PIXEL } from "../support/pixel.ts"
import { houseRequest } from "../support/requests.ts"
import { createClient, LIVE_KEY, type RunningService, startFresh } from "../support/service.ts"
import type { Client } from "../support/sessions.ts"
import { browserTest, EXECUTABLE, whyNoBrowser } from "./chromium.ts"
import { pagesOf } from "./pdf.ts"

/** A page below this share has an empty half. */
const LEAST_FILLED = 0.6
let service: RunningService
let client: Client
let id: string

beforeAll(async () => {
  if (whyNoBrowser()) return
  service = await startFresh({ PDF_CHROMIUM: EXECUTABLE })
  client = createClient(service.address)
  const request = { ...houseRequest(), customerDetails: { name: "Family Jansen" } }
  id = (await client.post("/v1/scans", request, { prefer: "wait=60" })).body.id
})
afterAll(() => service?.end())

/** A loaded machine may need more than the 30 s of a document; the refusal asks to try again. */
const ATTEMPTS = 5
const REFUSALS = [429, 503]

const print = async (language: string) => {
  const headers = { "x-api-key": LIVE_KEY, accept: "application/pdf", "accept-language": language }
  for (let attempt = 1; ; attempt++) {
    const answer = await fetch(`${service.address}/v1/scans/${id}/result`, { headers })
    const bytes = Buffer.from(await answer.arrayBuffer())
    if (attempt === ATTEMPTS || !REFUSALS.includes(answer.status)) return { answer, bytes }
    await Bun.sleep(1_000 * Number(answer.headers.get("retry-after")))
  }
}

browserTest("the report's page is printed in the language of the request, and the scan stays unshared", async () => {
  const { answer, bytes } = await print("nl")
  expect([answer.status, answer.headers.get("content-type")]).toEqual([200, "application/pdf"])
  expect(answer.headers.get("cache-control")).toBe("no-store")
  expect(bytes.subarray(0, 5).toString()).toBe("%PDF-")
  expect(bytes.toString("latin1")).toContain("/Lang (nl)")
  const pages = await pagesOf(bytes)
  const [cover, first] = pages
  for (const words of ["Energievoorstel", "Family Jansen", "Handtekening"]) expect(cover!.text).toContain(words)
  const { body: report } = await client.get(`/v1/scans/${id}/result`)
  const { yearlySavings } = report.overview.kpi
  expect(first!.text).toContain(`€ ${Math.round(yearlySavings).toLocaleString("nl")}`)
  const unnumbered = pages.filter(({ text }, index) => !text.includes(`${index + 1} / ${pages.length}`))
  expect(unnumbered).toEqual([])
  // The last page and the last one for the customer may be partly empty.
  const isLast = (index: number) => /Voor de adviseur/.test(pages[index + 1]?.text ?? "Voor de adviseur")
  expect(pages.filter(({ filled }, index) => filled < LEAST_FILLED && !isLast(index))).toEqual([])
  const all = pages.map(({ text }) => text).join(" ")
  expect(all).toContain(`€ ${Math.round(report.financial.netPresentValue).toLocaleString("nl")}`)
  for (const words of ["Terugverdiend in jaar", "Een dag in juni, een dag in januari", "Aannames"])
    expect(all).toContain(words)
  expect(all).not.toContain("terwijl de pagina nog laadde")
  expect((await client.get(`/v1/scans/${id}/result`)).body).toMatchObject({ isShared: false, shareToken: null })
})

browserTest("two documents of an organization are made in turn", async () => {
  const both = await Promise.all([print("en"), print("en")])
  expect(both.map(({ answer }) => answer.status)).toEqual([200, 200])
  for (const { bytes } of both) expect(bytes.toString("latin1")).toContain("/Lang (en)")
})

browserTest("the document of a released offer has its photos", async () => {
  const lines = [{ kind: "modules", description: "12 panels", quantity: 12, unitPrice: 215.5, vatPercent: 0 }]
  const body = new FormData()
  const image = await new Bun.Image(PIXEL).resize(400, 300).jpeg().bytes()
  body.set("file", new File([Buffer.from(image)], "roof.jpg"))
  const photos = `${service.address}/v1/scans/${id}/offer/photos`
  const photo = await (await fetch(photos, { method: "POST", headers: { "x-api-key": LIVE_KEY }, body })).json()
  expect((await print("en")).bytes.toString("latin1")).not.toContain("/DCTDecode")
  await client.put(`/v1/scans/${id}/offer`, { lines, photos: [{ id: photo.id, caption: "South" }], status: "sent" })
  const { bytes } = await print("en")
  expect(bytes.toString("latin1")).toContain("/DCTDecode")
  expect((await pagesOf(bytes)).map(({ text }) => text).join(" ")).toContain("South")
})
