import type { Admission } from "../../http/admission.ts"
import { type Handlers, operationsOf } from "../../http/operation.ts"
import type { Meter } from "./meter.ts"
import { Usage } from "./schemas.ts"

const operation = operationsOf("Organization")

/** This month's quota of the organization's tier, and its use. */
export const usageOperations = {
  read: operation("GET /v1/usage", {
    summary: "Read this month's usage",
    description:
      "The tier with its quota, and the scans of this calendar month that count against it: production scans, without adjustments. `account` has the measured costs of this process.",
    by: ["key", "session"],
    answers: { 200: Usage },
  }),
}

export const usageHandlers = (meter: Meter, { shown }: Pick<Admission, "shown">): Handlers<typeof usageOperations> => ({
  read: async ({ caller: { organizationId } }) => ({
    ...(await meter.usage(organizationId)),
    account: shown(organizationId),
  }),
})
