import { CustomerDetails } from "../../../domain/request/customerDetails.ts"
import { findCustomer, setCustomer } from "../../../store/scans/customers.ts"
import { jsonBody } from "../../http/body.ts"
import { orNotFound } from "../../http/errors.ts"
import { type Handlers, operationsOf } from "../../http/operation.ts"
import type { ScanContext } from "./context.ts"

const operation = operationsOf("Scans")
const by = ["key", "session"] as const

const EXAMPLE = {
  name: "Family Jansen",
  reference: "K-2041",
  address: "Dorpsstraat 12",
  postalCode: "3511 AB",
  town: "Utrecht",
  email: "jansen@example.org",
  phone: "+31 30 123 4567",
}

/** Customer of a scan: stored apart, so that it can be changed and deleted while the scan stays. */
export const customerOperations = {
  customer: operation("GET /v1/scans/{id}/customer", {
    summary: "Read the customer of a scan",
    description: "The details given with the scan or later; an object without fields when there are none.",
    by,
    accessLog: "object",
    answers: { 200: CustomerDetails },
    examples: { 200: EXAMPLE },
  }),
  setCustomer: operation("PUT /v1/scans/{id}/customer", {
    summary: "Set the customer of a scan",
    description: "Replaces all details. They are in no report, webhook, event or log.",
    by,
    body: jsonBody(CustomerDetails, { examples: { customer: EXAMPLE } }),
    isConditional: "shown",
    answers: { 200: CustomerDetails },
    examples: { 200: EXAMPLE },
  }),
  removeCustomer: operation("DELETE /v1/scans/{id}/customer", {
    summary: "Delete the customer of a scan",
    description: "The scan and its report stay.",
    by,
    isConditional: true,
    answers: { 204: "The details are gone" },
  }),
}

export const customerHandlers = ({ queries }: ScanContext): Handlers<typeof customerOperations> => ({
  async customer({ caller, params }) {
    const { customerDetails } = orNotFound(await findCustomer(queries, caller, params.id), "scan")
    return customerDetails ?? {}
  },
  async setCustomer({ caller, params, body }) {
    orNotFound(await setCustomer(queries, caller, params.id, body), "scan")
    return body
  },
  async removeCustomer({ caller, params }) {
    orNotFound(await setCustomer(queries, caller, params.id, null), "scan")
  },
})
