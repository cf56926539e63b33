import type { Place } from "./types.ts"

/** Creating operations with an Idempotency-Key; repetitions under one key create once. */
export const KEYED: readonly Place[] = [
  "POST /v1/scans",
  "POST /v1/scans/batch",
  "POST /v1/scans/{id}/offer/photos",
  "POST /v1/sites",
  "POST /v1/api-keys",
  "POST /v1/members",
  "POST /v1/studio-profiles",
  "POST /v1/studio-profiles/merge",
  "POST /v1/studio-profiles/{id}/duplicate",
  "POST /v1/studio-profiles/{id}/base",
  "POST /v1/studio-profiles/{id}/base/upload",
  "POST /v1/studio-profiles/{id}/layers",
  "POST /v1/energyhub-profiles",
  "POST /v1/energyhub-profiles/{id}/sources",
  "POST /v1/energyhub-profiles/{id}/sources/upload",
  "POST /v1/energyhub-profiles/{id}/assets",
  "POST /v1/laadplein-profiles",
  "POST /v1/laadplein-profiles/{id}/assets",
  "POST /v1/price-series",
  "POST /v1/price-series/csv",
  "POST /v1/batteries/products",
  "POST /v1/batteries/products/csv",
  "POST /v1/price-list/csv",
  "POST /v1/batteries/products/shipped",
  "POST /v1/webhook-endpoints",
  "POST /v1/webhook-endpoints/{id}/replay",
  "POST /v1/scan",
  "POST /v1/load-profile",
]

/** Operation whose query parameter batchId serves as key: the service accepts each batchId once. */
export const BULK = "POST /v1/scans/bulk" satisfies Place

/** Operations whose answer is a text or an image; every other answer is JSON or empty. */
export const NOT_JSON: readonly Place[] = [
  "GET /v1/scans/export",
  "GET /v1/batches/{id}/results",
  "GET /v1/organizations/{id}/logo",
  "GET /v1/sites/{id}/roofs/{roof}/photo",
  "GET /v1/scans/{id}/offer/photos/{photo}",
  "GET /v1/places/aerial/{zoom}/{x}/{y}",
  "GET /v1/scans/shared/{token}/offer/photos/{photo}",
  "GET /v1/studio-profiles/{id}/export-csv",
  "GET /v1/energyhub-profiles/{id}/export-csv",
  "GET /v1/laadplein-profiles/{id}/export-csv",
  "GET /metrics",
  "GET /v1/access-log/export",
]
