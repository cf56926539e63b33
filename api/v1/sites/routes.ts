import { Type } from "@sinclair/typebox"
import { NewSite, SiteChanges } from "../../../domain/request/site.ts"
import { jsonBody } from "../../http/body.ts"
import { operationsOf } from "../../http/operation.ts"
import { fileBody } from "../../http/upload.ts"
import { SiteItem, SiteList, SiteListQuery } from "./schemas.ts"

const operation = operationsOf("Sites")
const by = ["key", "session"] as const
const PHOTO_LIMIT_BYTES = 8 * 1024 * 1024
const params = {
  roof: { description: "Position of the roof, from 0", schema: { type: "string", maxLength: 2 }, example: "0" },
}

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
  putPhoto: operation("PUT /v1/sites/{id}/roofs/{roof}/photo", {
    summary: "Upload a photo of a roof: a PNG, JPEG or WebP image of up to 8 MiB in the form field `file`",
    description:
      "Replaces the photo of the roof. Its place behind the plan is `roofs[].photo`, changed by PATCH. If-Match takes the ETag of the site.",
    by,
    stores: "caller",
    params,
    body: fileBody("file", PHOTO_LIMIT_BYTES, "The image"),
    isConditional: "shown",
    isPartOf: "/v1/sites/{id}",
    answers: { 200: SiteItem },
  }),
  photo: operation("GET /v1/sites/{id}/roofs/{roof}/photo", {
    summary: "Read the photo of a roof",
    description: "The image as it was uploaded. Customers do not see it.",
    by,
    params,
    accessLog: "object",
    answers: { 200: Type.String({ format: "binary", description: "A PNG, JPEG or WebP image" }) },
    mediaType: "image/*",
    answerHeaders: ["etag"],
  }),
  removePhoto: operation("DELETE /v1/sites/{id}/roofs/{roof}/photo", {
    summary: "Delete the photo of a roof",
    description: "The plan stays. A change of `roofs` deletes photos that no roof names any more.",
    by,
    params,
    isConditional: true,
    isPartOf: "/v1/sites/{id}",
    answers: { 204: "The photo is gone" },
  }),
}
