import type { Page } from "playwright-core"
import { OWNER } from "../support/service.ts"
import type { Browser } from "./chromium.ts"

/** Logs in through the form and opens a page of the dashboard. */
export const logInTo = async (browser: Browser, path: string, { email, password } = OWNER): Promise<Page> => {
  const page = await browser.open(path)
  await page.getByLabel("E-mail address").fill(email)
  await page.getByLabel("Password").fill(password)
  await page.getByRole("button", { name: "Log in" }).click()
  await page.getByRole("button", { name: "Log out" }).waitFor()
  return page
}
