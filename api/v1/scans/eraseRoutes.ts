import { Type } from "@sinclair/typebox"
import { Strict, StringEnum, TextLine } from "../../../domain/base/validation/schema.ts"
import { isEnded } from "../../../domain/organization/events/states.ts"
import { TOPICS } from "../../../domain/report/messages.ts"
import { eraseCustomer } from "../../../store/scans/eraseCustomer.ts"
import { jsonBody } from "../../http/body.ts"
import { type Handlers, operationsOf } from "../../http/operation.ts"
import type { ScanContext } from "./context.ts"

const operation = operationsOf("Scans")
const count = (description: string) => Type.Integer({ minimum: 0, description })

const Customer = Strict(
  {
    by: StringEnum(["dossierId", "reference"], {
      description:
        "Field of the scans that names the customer: `dossierId`, or `customerDetails.reference`; of sites `customer.reference`",
    }),
    value: TextLine({ minLength: 1, maxLength: 64, description: "Value of that field" }),
  },
  { description: "Customer of scans", examples: [{ by: "reference", value: "K-2041" }] },
)

const Erasure = Type.Object(
  {
    scans: count("Scans of both modes with their requests, reports and customers, and their adjustments"),
    sites: count("Sites of the customer"),
    offers: count("Offers of the scans"),
    shares: count("Scans among them that had a link"),
    profiles: count("Profiles and load profiles that no scan or site of another customer names"),
    events: count("Events of the scans"),
    deliveries: count("Webhook deliveries of the scans"),
    lines: count("Refused and cancelled lines of batches with this dossier, or with a dossier of this reference alone"),
  },
  { examples: [{ scans: 3, sites: 1, offers: 1, shares: 1, profiles: 1, events: 9, deliveries: 9, lines: 0 }] },
)

export const eraseOperations = {
  eraseCustomer: operation("POST /v1/customers/erasure", {
    summary: "Erase a customer",
    description:
      "Deletes all scans of the customer in both modes, for good, with sites, offers, reports, links, events, deliveries and profiles. " +
      "Needs a session of an owner or a production key. A repeated call deletes what is left and answers 0 when nothing is.",
    by: ["key", "owner"],
    needsProductionKey: true,
    body: jsonBody(Customer),
    answers: { 200: Erasure },
  }),
}

export const eraseHandlers = ({ queries, bus }: ScanContext): Handlers<typeof eraseOperations> => ({
  async eraseCustomer({ caller, body }) {
    const erased = await eraseCustomer(queries, { organizationId: caller.organizationId, ...body })
    for (const { id, status } of erased.scans)
      if (!isEnded(status)) bus.broadcast(TOPICS.cancel, new TextEncoder().encode(id))
    return { ...erased, scans: erased.scans.length }
  },
})
