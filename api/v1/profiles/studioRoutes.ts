import { BaseInput } from "../../../domain/site/profiles/base.ts"
import { LayerChange, LayerInput } from "../../../domain/site/profiles/layers.ts"
import { StudioStateBody, withoutNulls } from "../../../domain/site/profiles/studioState.ts"
import { jsonBody } from "../../http/body.ts"
import { operationsOf } from "../../http/operation.ts"
import { BASES, LAYER_CHANGES, NEW_LAYERS, STUDIO_STATE } from "./examples.ts"
import { METER_LIMITS, meterBody } from "./meterFiles.ts"
import { by, commonOperations } from "./routeParts.ts"
import {
  CombinedList,
  DuplicateInput,
  MergeInput,
  NotedSummary,
  notedWithPartId,
  Presets,
  ProfileListQuery,
  ProfileSummary,
  StudioDetail,
  UploadedSummary,
} from "./schemas.ts"

const TAG = "Studio profiles"
/** Largest body of a whole studio state. */
const STATE_LIMIT_BYTES = 4 * 1024 * 1024

const operation = operationsOf(TAG)

/** Studio profiles of document 3. */
export const studioOperations = {
  listAll: operation("GET /v1/studio-profiles/all", {
    summary: "List the profiles of all three kinds, newest first",
    description: "Studio, energyhub and laadplein profiles in one list, each with its profileKind.",
    by,
    accessLog: "list",
    costs: "list",
    query: ProfileListQuery,
    answers: { 200: CombinedList },
  }),
  presets: operation("GET /v1/studio-profiles/presets", {
    summary: "Templates and layer presets",
    description:
      "Templates for a new studio: households with their usual use, and layers with their usual power and hours.",
    by,
    answers: { 200: Presets },
  }),
  read: operation("GET /v1/studio-profiles/{id}", {
    summary: "Read a profile with its base, layers and result",
    description: "The whole profile with the 8760 hours of its results, which are null before a base is set.",
    by,
    accessLog: "object",
    answers: { 200: StudioDetail },
  }),
  merge: operation("POST /v1/studio-profiles/merge", {
    summary: "Make a profile whose bought, fed-in and produced energy are the sums of others'",
    description: "Hours are added unchanged; year and place are the first profile's.",
    by,
    stores: "caller",
    isIdempotent: true,
    body: jsonBody(MergeInput),
    answers: { 201: ProfileSummary },
    location: "/v1/studio-profiles/{id}",
    errors: [404],
  }),
  duplicate: operation("POST /v1/studio-profiles/{id}/duplicate", {
    summary: "Copy a profile with its base, layers and curves",
    description: "The copy has parts of its own: a change of one changes nothing of the other.",
    by,
    stores: "caller",
    isIdempotent: true,
    body: jsonBody(DuplicateInput, { isOptional: true }),
    answers: { 201: ProfileSummary },
    location: "/v1/studio-profiles/{id}",
  }),
  save: operation("PUT /v1/studio-profiles/{id}", {
    summary: "Save a whole studio: base, layers and the results that a scan takes",
    description: "A scan's load is result + productionResult - exportResult.",
    by,
    stores: "caller",
    body: jsonBody(StudioStateBody, {
      limitBytes: STATE_LIMIT_BYTES,
      prepare: withoutNulls,
      examples: { studio: STUDIO_STATE },
    }),
    isConditional: true,
    answers: { 200: NotedSummary },
  }),
  setBase: operation("POST /v1/studio-profiles/{id}/base", {
    summary: "Set the base by a template or standard profile; layers stay",
    description: "Takes a templateId or a profileKey, and with annualKwh another amount of energy in the same shape.",
    by,
    stores: "caller",
    isIdempotent: true,
    body: jsonBody(BaseInput, { examples: BASES }),
    answers: { 201: ProfileSummary },
  }),
  uploadBase: operation("POST /v1/studio-profiles/{id}/base/upload", {
    summary:
      "Set the base by a meter export of quarter-hours or hours (CSV, xlsx or Green Button XML, up to 32 MiB); layers stay",
    description: METER_LIMITS,
    by,
    stores: "caller",
    isIdempotent: true,
    body: meterBody,
    answers: { 201: UploadedSummary },
  }),
  addLayer: operation("POST /v1/studio-profiles/{id}/layers", {
    summary: "Add a layer",
    description:
      "Needs a base. A profile has at most one solar and one EV layer. The answer's layerId names the layer.",
    by,
    stores: "caller",
    isIdempotent: true,
    body: jsonBody(LayerInput, { examples: NEW_LAYERS }),
    answers: { 201: notedWithPartId("layerId") },
    location: "/v1/studio-profiles/{id}/layers/{layerId}",
  }),
  changeLayer: operation("PATCH /v1/studio-profiles/{id}/layers/{layerId}", {
    summary: "Change a layer; absent fields stay",
    description:
      "A change of solarConfig computes the production again, a change of evConfig simulates the cars again; the profile's results follow.",
    by,
    body: jsonBody(LayerChange, { examples: LAYER_CHANGES }),
    answers: { 200: NotedSummary },
  }),
  removeLayer: operation("DELETE /v1/studio-profiles/{id}/layers/{layerId}", {
    summary: "Delete a layer",
    description: "The profile's results are computed again without it.",
    by,
    answers: { 204: "The layer is gone" },
  }),
  ...commonOperations("studio", TAG),
}
