import { expect, test } from "bun:test"
import { eq } from "drizzle-orm"
import { assumptionsAndPrices } from "../../store/organizations.ts"
import { organizations } from "../../store/tables.ts"
import { openHarness, openThrowAway } from "../support/webhookSender.ts"

test("workers get an organization's assumptions of scans, without the language of its offers", async () => {
  const harness = await openHarness(await openThrowAway())
  const { queries } = harness.database
  const { organizationId } = await harness.newOrganization()
  const assumptions = { language: "de", electricityPriceGrowth: 0.01 } as const
  await queries.update(organizations).set({ assumptions }).where(eq(organizations.id, organizationId))
  expect(await assumptionsAndPrices(queries, organizationId)).toEqual({
    assumptions: { electricityPriceGrowth: 0.01 },
    hasPrices: false,
  })
  await harness.close()
})
