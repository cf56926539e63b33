/**
 * Variables of the Postman collection that carry ids from call to call. The test script of a call keeps the ids of its
 * answer, and later calls have them in their paths.
 */

/** Answers whose ids are not `id` of a created object: expressions of `body` by variable. */
const KEPT: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "POST /v1/scans/batch": { batchId: "body.batchId", scanId: "body.items.find(({ id }) => id)?.id" },
  "POST /v1/scans/bulk": { batchId: "body.id" },
  "POST /v1/scans/{id}/offer/photos": { photoId: "body.id" },
  "PUT /v1/scans/{id}/share": { shareToken: "body.shareToken" },
  "POST /v1/auth/login": { accessToken: "body.accessToken" },
  "POST /v1/auth/token": { accessToken: "body.access_token" },
  "GET /v1/auth/session": { organizationId: "body.organization?.id" },
  "POST /v1/studio-profiles/{id}/layers": { layerId: "body.layers?.at(-1)?.id" },
  "POST /v1/energyhub-profiles/{id}/sources": { sourceId: "body.sources?.at(-1)?.id" },
  "POST /v1/energyhub-profiles/{id}/sources/upload": { sourceId: "body.sources?.at(-1)?.id" },
  "POST /v1/energyhub-profiles/{id}/assets": { assetId: "body.assets?.at(-1)?.id" },
  "POST /v1/laadplein-profiles/{id}/assets": { assetId: "body.assets?.at(-1)?.id" },
  "POST /v1/webhook-endpoints/{id}/test": { deliveryId: "body.id" },
  "GET /v1/webhook-endpoints/{id}/deliveries": { deliveryId: "body.items[0]?.id" },
  "POST /v1/scan": { runUuid: "body.run_uuid" },
}

/** Parameters without a resource of their own in the path. */
const BY_NAME: Readonly<Record<string, string>> = {
  token: "shareToken",
  photo: "photoId",
  layerId: "layerId",
  sourceId: "sourceId",
  assetId: "assetId",
  deliveryId: "deliveryId",
  "run-uuid": "runUuid",
}

const CREATING = /^POST \/v1\/[\w/-]+$/
const LISTING = /^GET \/v1\/[\w/-]+$/

/** `studioProfile` of studio-profiles. */
const singular = (resource: string): string =>
  resource
    .replace(/ches$/, "ch")
    .replace(/(?<!serie)s$/, "")
    .replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())

/** Variable of a parameter; undefined for a parameter that is no id, such as the key of a profile. */
export const variableOf = (path: string, parameter: string): string | undefined => {
  if (parameter !== "id") return BY_NAME[parameter]
  const parts = path.split("/")
  const resource = parts[parts.indexOf("{id}") - 1]
  return resource && `${singular(resource)}Id`
}

/** Test script that keeps the ids of an answer; undefined for a call without ids. @param hasId paths with `{id}` */
export const keepingScript = (place: string, hasId: ReadonlySet<string>): string[] | undefined => {
  const kept = KEPT[place] ?? keptOf(place, hasId)
  if (!kept) return undefined
  const lines = Object.entries(kept).map(([variable, value]) => `  keep(${JSON.stringify(variable)}, ${value})`)
  return [
    "const keep = (name, value) => value && pm.collectionVariables.set(name, value)",
    "if (pm.response.code < 300) {",
    "  const body = pm.response.json()",
    ...lines,
    "}",
  ]
}

/** The id of a created object, or of the first object of a list. */
const keptOf = (place: string, hasId: ReadonlySet<string>): Record<string, string> | undefined => {
  const path = place.slice(place.indexOf(" ") + 1)
  const resource = path.replace(/\/(csv|merge)$/, "")
  const variable = hasId.has(`${resource}/{id}`) ? variableOf(`${resource}/{id}`, "id") : undefined
  if (!variable) return undefined
  if (CREATING.test(place)) return { [variable]: "body.id" }
  return LISTING.test(place) ? { [variable]: "body.items?.[0]?.id" } : undefined
}
