import { type Static, Type } from "@sinclair/typebox"
import { Strict } from "../../domain/base/validation/schema.ts"
import { PageQuery } from "../http/lists.ts"
import type { ProductList } from "../v1/batteries/productSchemas.ts"
import type { ShareAnswer } from "../v1/scans/shareSchemas.ts"
import type { Usage } from "../v1/usage/schemas.ts"
import { bodyOf } from "./ask.ts"
import { listedBatteries } from "./batteries.ts"
import { answering, pathOf, ScanId, tool } from "./tool.ts"

/** Tools for the organization: links to reports, its quota and its batteries. */

export const share = tool({
  name: "share",
  description: "Make a link to the report of a scan, for anyone who has the link, or end it.",
  input: Strict({
    id: ScanId,
    enabled: Type.Optional(Type.Boolean({ description: "false ends the link" })),
    expiresAt: Type.Optional(Type.String({ description: "End of the link, an ISO 8601 date" })),
  }),
  output: answering({ isShared: { type: "boolean" }, shareUrl: { type: ["string", "null"] } }),
  isReading: false,
  async act(ask, { id, enabled = true, expiresAt }) {
    const body = { enabled, ...(expiresAt === undefined ? {} : { expiresAt }) }
    const answer = bodyOf<ShareAnswer>(await ask("PUT", pathOf(id, "/share"), body))
    return { text: answer.shareUrl ?? "The report is not shared.", data: answer }
  },
})

export const quota = tool({
  name: "quota",
  description: "Read how many scans of this month's quota are used.",
  input: Strict({}),
  output: answering({ tier: { type: "string" }, quota: { type: ["integer", "null"] }, used: { type: "integer" } }),
  isReading: true,
  async act(ask) {
    const { tier, quota: most, used, periodEnd } = bodyOf<Usage>(await ask("GET", "/v1/usage"))
    const text = `${used} scans${most === null ? "" : ` of ${most}`} until ${periodEnd.slice(0, 10)}, tier ${tier}.`
    return { text, data: { tier, quota: most, used, periodEnd } }
  },
})

export const listBatteries = tool({
  name: "list_batteries",
  description:
    "List the batteries that the organization sells. electricBattery.catalogue or catalogueIds of a scan chooses from this list.",
  input: Strict(PageQuery.properties),
  output: answering({ items: { type: "array", items: { type: "object" } } }),
  isReading: true,
  async act(ask, query) {
    const parameters = Object.entries(query).map(([name, value]): [string, string] => [name, String(value)])
    const path = `/v1/batteries/products?${new URLSearchParams(parameters)}`
    const answer = bodyOf<Static<typeof ProductList>>(await ask("GET", path))
    return { text: listedBatteries(answer), data: answer }
  },
})
