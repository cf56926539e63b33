import { Type } from "@sinclair/typebox"
import { AssetChange, AssetChangeShown, AssetInput, AssetInputShown } from "../../../domain/site/profiles/assets.ts"
import { SourceChange, SourceInput } from "../../../domain/site/profiles/sources.ts"
import { jsonBody, jsonBodyShownAs } from "../../http/body.ts"
import { operationsOf } from "../../http/operation.ts"
import { ASSET_CHANGE, NEW_ASSETS, NEW_SOURCES, SOURCE_CHANGE, SOURCE_READ } from "./examples.ts"
import { METER_LIMITS, meterBody } from "./meterFiles.ts"
import { by, commonOperations } from "./routeParts.ts"
import { HubDetail, NotedSummary, notedWithPartId, ProfileSummary, UploadedSummary, withPartId } from "./schemas.ts"

/** Kinds of profile with assets. */
export type HubKind = "energyhub" | "laadplein"

const TAGS = { energyhub: "Energyhub profiles", laadplein: "Laadplein profiles" }

const UploadedSource = Type.Object(
  { ...UploadedSummary.properties, sourceId: Type.String({ description: "Id of the added layer" }) },
  { description: "Profile, the added layer, and how the file was read" },
)

/** Common paths of energyhubs and charging plazas. */
export const hubOperations = <const Kind extends HubKind>(kind: Kind) => {
  const operation = operationsOf(TAGS[kind])
  return {
    read: operation(`GET /v1/${kind}-profiles/{id}`, {
      summary: "Read a profile with its sources and assets",
      description: "Sources and assets with their settings and yearly figures; the hours are in the chart and the CSV.",
      by,
      accessLog: "object",
      answers: { 200: HubDetail },
    }),
    addAsset: operation(`POST /v1/${kind}-profiles/{id}/assets`, {
      summary: "Add an asset",
      description:
        "config depends on assetType. The answer's assetId names the asset; notes say what to know of its hours.",
      by,
      stores: "caller",
      isIdempotent: true,
      body: jsonBodyShownAs(AssetInput, AssetInputShown, { examples: NEW_ASSETS }),
      answers: { 201: notedWithPartId("assetId") },
      location: `/v1/${kind}-profiles/{id}/assets/{assetId}`,
    }),
    changeAsset: operation(`PATCH /v1/${kind}-profiles/{id}/assets/{assetId}`, {
      summary: "Change an asset; absent fields stay, also within its config",
      description:
        "The fields of config are the fields of the asset's type, all optional here. An asset that is not enabled does not count.",
      by,
      body: jsonBodyShownAs(AssetChange, AssetChangeShown, { examples: { change: ASSET_CHANGE } }),
      answers: { 200: NotedSummary },
    }),
    removeAsset: operation(`DELETE /v1/${kind}-profiles/{id}/assets/{assetId}`, {
      summary: "Delete an asset",
      description: "The profile's results are computed again without it.",
      by,
      answers: { 200: ProfileSummary },
    }),
    ...commonOperations(kind, TAGS[kind]),
  }
}

const operation = operationsOf(TAGS.energyhub)

/** Charging plazas of document 3. */
export const laadpleinOperations = hubOperations("laadplein")
/** Energyhubs of document 3. */
export const energyhubOperations = {
  addSource: operation("POST /v1/energyhub-profiles/{id}/sources", {
    summary: "Add a source by a template, a standard profile or its own hours",
    description:
      "One of templateId, profileKey or data of 8760 hours. annualKwh scales a template or a standard profile.",
    by,
    stores: "caller",
    isIdempotent: true,
    body: jsonBody(SourceInput, { examples: NEW_SOURCES }),
    answers: { 201: withPartId("sourceId") },
    location: "/v1/energyhub-profiles/{id}/sources/{sourceId}",
  }),
  uploadSource: operation("POST /v1/energyhub-profiles/{id}/sources/upload", {
    summary: "Add a source by a meter export of quarter-hours or hours (CSV, xlsx or Green Button XML, up to 32 MiB)",
    description: METER_LIMITS,
    by,
    stores: "caller",
    isIdempotent: true,
    body: meterBody,
    answers: { 201: UploadedSource },
    examples: { 201: SOURCE_READ },
    location: "/v1/energyhub-profiles/{id}/sources/{sourceId}",
  }),
  changeSource: operation("PATCH /v1/energyhub-profiles/{id}/sources/{sourceId}", {
    summary: "Change a source; absent fields stay",
    description: "A source that is not enabled does not count. annualKwh scales a template or a standard profile.",
    by,
    body: jsonBody(SourceChange, { examples: { change: SOURCE_CHANGE } }),
    answers: { 200: ProfileSummary },
  }),
  removeSource: operation("DELETE /v1/energyhub-profiles/{id}/sources/{sourceId}", {
    summary: "Delete a source",
    description: "The profile's results are computed again without it.",
    by,
    answers: { 200: ProfileSummary },
  }),
  ...hubOperations("energyhub"),
}
