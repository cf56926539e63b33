import { afterAll, beforeAll, expect } from "bun:test"
import { makePasswordLink } from "../../api/credentials/passwordLinks.ts"
import { findUserByEmail } from "../../store/users.ts"
import { freshDataDir, OWNER, openDatabaseOf, type RunningService, startProcess } from "../support/service.ts"
import {
  accessibilityViolations,
  type Browser,
  browserTest,
  fitsPhone,
  startBrowser,
  whyNoBrowser,
} from "./chromium.ts"
import { logInTo } from "./login.ts"

const NEXT = "a password by a link"

let service: RunningService
let browser: Browser
let path: string

beforeAll(async () => {
  if (whyNoBrowser()) return
  const dataDir = await freshDataDir()
  const database = await openDatabaseOf(dataDir)
  const owner = await findUserByEmail(database.queries, OWNER.email)
  const made = { userId: owner!.id, hours: 1, publicUrl: "http://127.0.0.1" }
  const { url } = await makePasswordLink(database.queries, made)
  await database.close()
  const { pathname, hash } = new URL(url)
  path = pathname + hash
  service = await startProcess(dataDir)
  browser = await startBrowser(service.address)
})
afterAll(async () => {
  await browser?.close()
  await service?.end()
})

browserTest(
  "the page of a link asks for a new password, takes the secret out of the address, and opens the login",
  async () => {
    const page = await browser.open(path)
    await page.getByRole("heading", { name: "Set a new password" }).waitFor()
    await page.waitForFunction(() => location.hash === "")
    expect(await accessibilityViolations(page)).toEqual([])
    await fitsPhone(page)
    await page.getByLabel("New password").fill("password123")
    await page.getByRole("button", { name: "Set the password" }).click()
    await page.getByRole("alert").getByText("most common passwords").waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.getByLabel("New password").fill(NEXT)
    await page.getByRole("button", { name: "Set the password" }).click()
    await page.getByText("Your new password is set").waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    await page.getByRole("link", { name: "Log in" }).click()
    await page.getByLabel("E-mail address").waitFor()
    await page.close()
    await logInTo(browser, "/dashboard", { ...OWNER, password: NEXT })
  },
)

browserTest("a link that was used says so, and an address without its secret too", async () => {
  const page = await browser.open(path)
  await page.getByLabel("New password").fill("yet another password")
  await page.getByRole("button", { name: "Set the password" }).click()
  await page.getByRole("alert").getByText("this link was used already").waitFor()
  await page.goto(`${service.address}/dashboard/password`)
  await page.getByText("This address is incomplete").waitFor()
  expect(await accessibilityViolations(page)).toEqual([])
})
