import { type Handlers, operationsOf } from "../../http/operation.ts"
import type { Meter } from "./meter.ts"
import { Usage } from "./schemas.ts"

const operation = operationsOf("Organization")

/** This month's quota of the organization's tier, and its use. */
export const usageOperations = {
  read: operation("GET /v1/usage", {
    summary: "Read this month's usage",
    description:
      "The tier with its quota, and the scans of this calendar month that count against it: production scans, without adjustments.",
    by: ["key", "session"],
    answers: { 200: Usage },
  }),
}

export const usageHandlers = (meter: Meter): Handlers<typeof usageOperations> => ({
  read: ({ caller }) => meter.usage(caller.organizationId),
})
