import { afterAll, beforeAll } from "bun:test"
import type { Manager } from "../../api/v1/webhooks/endpoints.ts"
import { openHarness, openThrowAway, type WebhookHarness } from "./webhookSender.ts"

/** Opens a harness with one organization for the tests of a file, and closes it after them. */
export const onHarness = (opened: (harness: WebhookHarness, owner: Manager) => void): void => {
  let harness: WebhookHarness
  beforeAll(async () => {
    harness = await openHarness(await openThrowAway())
    opened(harness, await harness.newOrganization())
  })
  afterAll(() => harness.close())
}
