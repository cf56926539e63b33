import { NewSite, SiteChanges } from "../../../domain/request/site.ts"
import { jsonBody } from "../../http/body.ts"
import { operationsOf } from "../../http/operation.ts"
import { SiteItem, SiteList, SiteListQuery } from "./schemas.ts"

const operation = operationsOf("Sites")
const by = ["key", "session"] as const

export const siteOperations = {
  list: operation("GET /v1/sites", {
    summary: "List the sites, newest first",
    description:
      "Sites with their customers. The sandbox also lists live sites, and cannot change them. Long lists are walked by nextCursor.",
    by,
    accessLog: "list",
    costs: "list",
    query: SiteListQuery,
    answers: { 200: SiteList },
  }),
  create: operation("POST /v1/sites", {
    summary: "Make a site of a customer",
    description: "A scan with its id as `siteId` takes the fields that its request leaves out from the site.",
    by,
    stores: "caller",
    isIdempotent: true,
    body: jsonBody(NewSite),
    answers: { 201: SiteItem },
    location: "/v1/sites/{id}",
    errors: [404],
  }),
  read: operation("GET /v1/sites/{id}", {
    summary: "Read a site",
    description: "`GET /v1/scans?siteId=` lists the scans of the site.",
    by,
    accessLog: "object",
    answers: { 200: SiteItem },
  }),
  change: operation("PATCH /v1/sites/{id}", {
    summary: "Change a site; its scans stay the same",
    description: "A field of the body replaces the whole field; null removes an optional one.",
    by,
    body: jsonBody(SiteChanges),
    isConditional: true,
    answers: { 200: SiteItem },
  }),
  remove: operation("DELETE /v1/sites/{id}", {
    summary: "Delete a site; its scans stay",
    description: "Scans of the site keep their requests, customers and reports, and have no site.",
    by,
    isConditional: true,
    answers: { 204: "The site is gone" },
  }),
}
