import type { Admission } from "../../http/admission.ts"
import { type Handlers, operationsOf } from "../../http/operation.ts"
import type { Storage } from "../../http/storage.ts"
import type { Meter } from "./meter.ts"
import { Usage } from "./schemas.ts"

const operation = operationsOf("Organization")

/** This month's quota of the organization's tier, and its use. */
export const usageOperations = {
  read: operation("GET /v1/usage", {
    summary: "Read this month's usage",
    description:
      "The tier with its quota, and the scans of this calendar month that count against it: production scans, without adjustments. `account` has the measured costs of this process, `storage` the stored bytes and their limits.",
    by: ["key", "session"],
    answers: { 200: Usage },
  }),
}

interface UsageContext {
  meter: Meter
  storage: Pick<Storage, "state">
  admission: Pick<Admission, "shown">
}

export const usageHandlers = ({ meter, storage, admission }: UsageContext): Handlers<typeof usageOperations> => ({
  read: async ({ caller: { organizationId } }) => ({
    ...(await meter.usage(organizationId)),
    storage: {
      live: await storage.state({ organizationId, mode: "live" }),
      sandbox: await storage.state({ organizationId, mode: "sandbox" }),
    },
    account: admission.shown(organizationId),
  }),
})
