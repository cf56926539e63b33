import { expect } from "bun:test"
import { until } from "../support/service.ts"
import { accessibilityViolations, browserTest, DESKTOP, fitsPhone, turnTo } from "./chromium.ts"
import { type OpenedDashboard, onDashboard, unfold } from "./onDashboard.ts"

/** Place, roof and folds of the form of a scan. */
let page: OpenedDashboard["page"]
let client: OpenedDashboard["client"]
let show: OpenedDashboard["show"]
let browser: OpenedDashboard["browser"]
let profileId = ""

onDashboard("/dashboard/scans/new", {
  prepare: async owner => {
    const { body } = await owner.post("/v1/studio-profiles", { name: "In Munich", lat: 48.14, lon: 11.58 })
    profileId = body.id
    await owner.post(`/v1/studio-profiles/${profileId}/base`, { templateId: "groot-gezin" })
  },
  opened: dashboard => ({ browser, page, client, show } = dashboard),
})

const search = () => page.getByLabel("Postcode, town")
const typedIn = (label: string) => page.getByLabel(label).inputValue()
const yieldOf = async () =>
  Number(/^[\d,.]+/.exec(await page.locator(".yield").first().innerText())?.[0].replace(",", ""))
const yieldOtherThan = (before: number) =>
  until(async () => {
    const now = await yieldOf()
    return now > 0 && now !== before ? now : undefined
  })
const started = async () => {
  await page.getByRole("button", { name: "Start the scan" }).click()
  await page.locator("#proof").waitFor()
  return (await client.get(`/v1/scans/${new URL(page.url()).pathname.split("/").at(-1)}/request`)).body
}

browserTest("six questions have answers to begin with, and all else is folded", async () => {
  await page.locator(".map svg").waitFor()
  expect(await page.locator("fieldset").count()).toBe(6)
  expect(await page.getByLabel("Name of the customer").isVisible()).toBe(false)
  expect(await page.locator("details.fold[open]").count()).toBe(0)
  expect(await accessibilityViolations(page)).toEqual([])
})

browserTest("an address gives the place by its postcode, and is kept; the service is not told the street", async () => {
  const asked: string[] = []
  page.on("request", request => request.url().includes("/v1/places?") && asked.push(decodeURIComponent(request.url())))
  await search().fill("Oudegracht 12, 3511 AB Utrecht")
  await page.getByText("Found: 3511 Utrecht, Netherlands").waitFor()
  expect([await typedIn("Latitude"), await typedIn("Longitude")]).toEqual(["52.088", "5.118"])
  expect(asked.join(" ")).toContain("3511")
  expect(asked.join(" ")).not.toContain("Oudegracht")
  await unfold(page)
  expect(await typedIn("Postal code")).toBe("3511 AB")
  expect(await page.getByLabel("Street and number").inputValue()).toBe("Oudegracht 12")
  expect(await page.getByLabel(/^Town/).inputValue()).toBe("Utrecht")
  await page.reload()
  await page.getByText("Found: 3511 Utrecht, Netherlands").waitFor()
  expect(await search().inputValue()).toBe("Oudegracht 12, 3511 AB Utrecht")
  expect(await page.getByLabel("Postal code").isVisible()).toBe(true)
})

browserTest("digits of two countries are a question, and an unknown postcode loses nothing", async () => {
  await search().fill("9000")
  await page.getByRole("button", { name: "9000 Gent, Oost-Vlaanderen, Belgium" }).click()
  await page.getByText("Found: 9000 Gent").waitFor()
  expect(await typedIn("Latitude")).toBe("51.05")
  expect(await typedIn("Postal code")).toBe("9000")
  await search().fill("99999")
  await page.getByText("“99999” is not a postcode or town that is known").waitFor()
  await page.getByRole("button", { name: "Keep 9000 Gent" }).waitFor()
  expect(await search().inputValue()).toBe("99999")
  expect(await typedIn("Latitude")).toBe("51.05")
  expect(await accessibilityViolations(page)).toEqual([])
  await search().fill("Keulen")
  await page.getByRole("button", { name: "Köln" }).or(page.getByText("Found: Köln")).first().waitFor()
  await search().fill("NL-1012")
  await search().press("Enter")
  await page.getByText("Found: 1012 Amsterdam").waitFor()
  await page.getByLabel("Longitude").fill("5")
  await page.getByText("Found: ").waitFor({ state: "detached" })
})

browserTest("a scan does not start while its place is a question, and starts when one is chosen", async () => {
  await show("/scans/new", "form")
  await page.getByRole("button", { name: "Start anew" }).click()
  const posts: string[] = []
  page.on("request", request => request.method() === "POST" && posts.push(request.url()))
  const start = page.getByRole("button", { name: "Start the scan" })
  await search().fill("3511")
  await start.click()
  await page.getByText("Choose a place first.").waitFor()
  expect(await search().evaluate(field => field === document.activeElement)).toBe(true)
  expect(await search().getAttribute("aria-invalid")).toBe("true")
  expect(await accessibilityViolations(page)).toEqual([])
  await page.reload()
  await page.getByRole("button", { name: "3511 Hasselt" }).waitFor()
  await search().fill("99999")
  await start.click()
  await page.getByText("Choose a place first.").waitFor()
  expect(posts).toEqual([])
  await page.getByRole("button", { name: "Keep 52.09; 5.12" }).click()
  await page.getByText("Choose a place first.").waitFor({ state: "detached" })
  expect(await page.getByText("is not a postcode or town that is known").count()).toBe(0)
  await search().fill("3511")
  await page.getByRole("button", { name: "3511 Hasselt" }).click()
  expect((await started()).location).toEqual({ lat: 50.95, lon: 5.283 })
})

browserTest("a start waits for a search that is on its way, and for no place that the map has given", async () => {
  await show("/scans/new", "form")
  await search().fill("NL-1012")
  expect((await started()).location.lat).toBeCloseTo(52.37, 1)
  await show("/scans/new", "form")
  await search().fill("Nowhere at all")
  await page.getByText("is not a postcode or town that is known").waitFor()
  await page.locator(".map").click({ position: { x: 60, y: 100 } })
  await page.getByText("is not a postcode or town that is known").waitFor({ state: "detached" })
  await started()
  await show("/scans/new", "form")
})

browserTest("a search that is out of reach says so, and the place can still be given", async () => {
  await browser.context.setOffline(true)
  await search().fill("6211")
  await page.getByText("The search cannot be reached.").waitFor()
  await browser.context.setOffline(false)
  await page.getByLabel("Latitude").fill("52.09")
  expect(await search().inputValue()).toBe("6211")
})

browserTest("the map is clicked, and its marker moves with arrow keys", async () => {
  const map = page.locator(".map")
  await map.scrollIntoViewIfNeeded()
  const box = (await map.boundingBox())!
  await page.mouse.click(box.x + box.width * 0.5, box.y + box.height * 0.5)
  expect(Number(await typedIn("Latitude"))).toBeCloseTo(51.2, 1)
  expect(Number(await typedIn("Longitude"))).toBeCloseTo(8.75, 1)
  const pin = page.getByRole("button", { name: "arrow keys move it" })
  const before = Number(await typedIn("Latitude"))
  await pin.focus()
  await page.keyboard.press("ArrowUp")
  await page.keyboard.press("Shift+ArrowDown")
  expect(Number(await typedIn("Latitude"))).toBeCloseTo(before - 0.45, 5)
  await page.getByLabel("Latitude").fill("-33")
  await page.getByText("The site lies outside of this map.").waitFor()
  expect(await pin.count()).toBe(0)
  await page.getByLabel("Latitude").fill("52.09")
  await page.getByLabel("Longitude").fill("5.12")
})

browserTest(
  "compass and tilt are turned by pointer and keys, and the yield follows as the service has it",
  async () => {
    const compass = page.getByRole("slider", { name: "Compass of Roof 1" })
    const tilt = page.getByRole("slider", { name: "Slope of Roof 1" })
    const { body } = await client.get("/v1/places/yield?lat=52.09&lon=5.12&tiltAngle=35&orientationAngle=180")
    const south = Math.round(body.kwhPerKwp)
    await until(async () => ((await yieldOf()) === south ? true : undefined))
    await compass.scrollIntoViewIfNeeded()
    const box = (await compass.boundingBox())!
    await page.mouse.move(box.x + box.width / 2, box.y + box.height * 0.8)
    await page.mouse.down()
    await page.mouse.move(box.x + box.width * 0.9, box.y + box.height / 2, { steps: 4 })
    await page.mouse.up()
    expect(await typedIn("Orientation")).toBe("90")
    expect(await compass.getAttribute("aria-valuetext")).toBe("90°, east")
    const east = await until(async () => ((await yieldOf()) < south ? await yieldOf() : undefined))
    await tilt.focus()
    await page.keyboard.press("ArrowLeft")
    await page.keyboard.press("PageDown")
    expect(await typedIn("Tilt")).toBe("15")
    await yieldOtherThan(east)
    await page.keyboard.press("End")
    await page.keyboard.press("ArrowUp")
    expect(await tilt.getAttribute("aria-valuenow")).toBe("90")
    await compass.focus()
    await page.keyboard.press("Home")
    await page.keyboard.press("ArrowLeft")
    expect(await typedIn("Orientation")).toBe("355")
    await page.getByLabel("Tilt").fill("20")
    expect(await tilt.getAttribute("aria-valuenow")).toBe("20")
  },
)

browserTest("the answers are what the scan is asked for; no battery is none, panels of today are there", async () => {
  await page.getByLabel("Panels today").fill("6")
  await page.getByLabel("Battery", { exact: true }).selectOption("no")
  expect(await page.getByLabel("Capacity at most").count()).toBe(0)
  const request = await started()
  expect(request.electricBattery).toBeUndefined()
  expect(request.existingPv).toMatchObject([{ panelCount: 6 }])
  expect(request.newPv).toMatchObject([{ orientationAngle: 355, tiltAngle: 20 }])
  expect(request.location).toEqual({ lat: 52.09, lon: 5.12 })
  await page.getByRole("link", { name: "Copy and change" }).click()
  await page.getByLabel("Battery", { exact: true }).waitFor()
  expect(await page.getByLabel("Battery", { exact: true }).inputValue()).toBe("no")
  expect(await typedIn("Panels today")).toBe("6")
  await page.getByLabel("Panels today").fill("")
  await page.getByLabel("Battery", { exact: true }).selectOption("yes")
  expect(await typedIn("Capacity at most")).toBe("10")
  const changed = await started()
  expect(changed.existingPv ?? []).toEqual([])
  expect(changed.electricBattery).toMatchObject({ capacityKwh: 10, powerRatingKw: 5 })
})

browserTest("a field that is refused is shown though its fold was closed", async () => {
  await show("/scans/new", "form")
  await unfold(page)
  await page.getByLabel("Period").fill("99")
  await page.getByRole("button", { name: "Show the six questions alone" }).click()
  expect(await page.getByLabel("Period").isVisible()).toBe(false)
  await page.getByRole("button", { name: "Start the scan" }).click()
  await page.getByRole("alert").waitFor()
  await page.locator("[aria-invalid=true]").waitFor()
  expect(await page.getByLabel("Period").evaluate(field => field === document.activeElement)).toBe(true)
  expect(await typedIn("Period")).toBe("99")
})

browserTest("a scan of a profile is at the profile's place", async () => {
  await show(`/studio/${profileId}`, "figure canvas")
  await page.getByRole("link", { name: "Scan this profile" }).click()
  await page.getByText("Found: the place of the profile").waitFor()
  expect([await typedIn("Latitude"), await typedIn("Longitude")]).toEqual(["48.14", "11.58"])
  await until(async () => ((await typedIn("Profile")) === profileId ? true : undefined))
  expect(await started()).toMatchObject({ location: { lat: 48.14, lon: 11.58 }, customProfileId: profileId })
})

browserTest(
  "the form fits a phone, in the dark and in Dutch too, and all that is pressed is large enough",
  async () => {
    await show("/scans/new", "form")
    await unfold(page)
    await turnTo(page, "nl")
    await page.emulateMedia({ colorScheme: "dark" })
    await page.locator("html[data-theme=dark]").waitFor()
    await page.getByLabel("Postcode, plaats").fill("3511")
    await page.getByRole("button", { name: "3511 Hasselt, Limburg, België" }).waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await fitsPhone(page)
    const small = await page
      .locator("form :is(button, input, select, summary, [role=slider]):visible")
      .evaluateAll(all =>
        all.flatMap(one => {
          const { width, height } = (one.closest("label") ?? one).getBoundingClientRect()
          return width < 24 || height < 24 ? [one.outerHTML] : []
        }),
      )
    expect(small).toEqual([])
    await page.setViewportSize(DESKTOP)
    await page.emulateMedia({ colorScheme: "light" })
  },
)
