import { Value } from "@sinclair/typebox/value"
import { Elysia } from "elysia"
import { layerPresets } from "../../../domain/site/consumption/layers.ts"
import { profileTemplates } from "../../../domain/site/consumption/templates.ts"
import { BaseInput } from "../../../domain/site/profiles/base.ts"
import { LayerChange, LayerInput } from "../../../domain/site/profiles/layers.ts"
import { StudioStateBody, withoutNulls } from "../../../domain/site/profiles/studioState.ts"
import { documented, documentedUpload } from "../../docs/operation.ts"
import { readBody, readJson, validBody } from "../../http/body.ts"
import { readQuery } from "../../http/query.ts"
import { BASES, LAYER_CHANGES, NEW_LAYERS, STUDIO_STATE } from "./examples.ts"
import { readMeterForm } from "./meterFiles.ts"
import type { ProfileService } from "./profiles.ts"
import { creation, type Door, readOptionalBody, sharedProfileRoutes } from "./routeParts.ts"
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
import type { StudioService } from "./studio.ts"

const TAG = "Studio profiles"
const PREFIX = "/v1/studio-profiles"
/** Largest body of a whole studio state. */
const STATE_LIMIT_BYTES = 4 * 1024 * 1024

/** Paths of document 3 under /v1/studio-profiles. */
export const studioRoutes = (profiles: ProfileService, studio: StudioService, door: Door) =>
  new Elysia({ name: "studio-profiles", prefix: PREFIX, tags: [TAG], normalize: false })
    .get(
      "/all",
      async ({ request }) => profiles.listAll(await door.authenticate(request), readQuery(ProfileListQuery, request)),
      {
        detail: documented({
          summary: "List the profiles of all three kinds, newest first",
          query: ProfileListQuery,
          answers: { 200: CombinedList },
          errors: [400, 401],
        }),
      },
    )
    .get(
      "/presets",
      async ({ request }) => {
        await door.authenticate(request)
        return { templates: profileTemplates, layerPresets }
      },
      { detail: documented({ summary: "Templates and layer presets", answers: { 200: Presets }, errors: [401] }) },
    )
    .get("/:id", async ({ request, params }) => studio.detail(await door.authenticate(request), params.id), {
      detail: documented({
        summary: "Read a profile with its base, layers and result",
        answers: { 200: StudioDetail },
        errors: [401, 404],
      }),
    })
    .use(sharedProfileRoutes("studio", profiles, door, TAG))
    .use(copyRoutes(studio, door))
    .use(baseRoutes(studio, door))
    .use(layerRoutes(studio, door))

const copyRoutes = (studio: StudioService, door: Door) =>
  new Elysia({ name: "studio-copies", tags: [TAG], normalize: false })
    .post(
      "/merge",
      creation(door, {
        read: request => readBody(request, MergeInput),
        make: (caller, _, input) => studio.merge(caller, input),
        location: ({ id }) => `${PREFIX}/${id}`,
      }),
      {
        parse: "none",
        detail: documented({
          summary: "Make a profile whose bought, fed-in and produced energy are the sums of others'",
          description: "Hours are added as they stand; year and place are the first profile's.",
          body: MergeInput,
          answers: { 201: ProfileSummary },
          headers: ["idempotency-key"],
          answerHeaders: ["location", "idempotent-replayed"],
          errors: [400, 401, 404, 409, 413, 415],
        }),
      },
    )
    .post(
      "/:id/duplicate",
      creation(door, {
        read: request => readOptionalBody(request, DuplicateInput),
        make: (caller, id, { name }) => studio.duplicate(caller, id, name),
        location: ({ id }) => `${PREFIX}/${id}`,
      }),
      {
        parse: "none",
        detail: documented({
          summary: "Copy a profile with its base, layers and curves",
          body: DuplicateInput,
          bodyIsOptional: true,
          answers: { 201: ProfileSummary },
          headers: ["idempotency-key"],
          answerHeaders: ["location", "idempotent-replayed"],
          errors: [400, 401, 404, 409, 413, 415],
        }),
      },
    )
    .put(
      "/:id",
      async ({ request, params }) => {
        const caller = await door.authenticate(request)
        const body = withoutNulls(await readJson(request, STATE_LIMIT_BYTES))
        const state = Value.Check(StudioStateBody, body) ? body : validBody(StudioStateBody, body)
        return studio.save(caller, params.id, state)
      },
      {
        parse: "none",
        detail: documented({
          summary: "Save a whole studio: base, layers and the results that a scan takes",
          description: "A scan's load is result + productionResult - exportResult.",
          body: StudioStateBody,
          bodyExamples: { studio: STUDIO_STATE },
          answers: { 200: NotedSummary },
          errors: [400, 401, 404, 413, 415],
        }),
      },
    )

const baseRoutes = (studio: StudioService, door: Door) =>
  new Elysia({ name: "studio-bases", tags: [TAG], normalize: false })
    .post("/:id/base", creation(door, { read: request => readBody(request, BaseInput), make: studio.setBase }), {
      parse: "none",
      detail: documented({
        summary: "Set the base by a template or standard profile; layers stay",
        body: BaseInput,
        bodyExamples: BASES,
        answers: { 201: ProfileSummary },
        headers: ["idempotency-key"],
        answerHeaders: ["idempotent-replayed"],
        errors: [400, 401, 404, 409, 413, 415],
      }),
    })
    .post("/:id/base/upload", creation(door, { read: readMeterForm, make: studio.uploadBase }), {
      parse: "none",
      detail: documentedUpload({
        summary: "Set the base by a meter export of quarter-hours or hours (CSV or xlsx, up to 32 MiB); layers stay",
        answers: { 201: UploadedSummary },
        headers: ["idempotency-key"],
        answerHeaders: ["idempotent-replayed"],
        errors: [400, 401, 404, 409, 413, 415, 429],
      }),
    })

const layerRoutes = (studio: StudioService, door: Door) =>
  new Elysia({ name: "studio-layers", tags: [TAG], normalize: false })
    .post(
      "/:id/layers",
      creation(door, {
        read: request => readBody(request, LayerInput),
        make: studio.addLayer,
        location: ({ layerId }, id) => `${PREFIX}/${id}/layers/${layerId}`,
      }),
      {
        parse: "none",
        detail: documented({
          summary: "Add a layer",
          body: LayerInput,
          bodyExamples: NEW_LAYERS,
          answers: { 201: notedWithPartId("layerId") },
          headers: ["idempotency-key"],
          answerHeaders: ["location", "idempotent-replayed"],
          errors: [400, 401, 404, 409, 413, 415],
        }),
      },
    )
    .patch(
      "/:id/layers/:layerId",
      async ({ request, params }) => {
        const caller = await door.authenticate(request)
        return studio.changeLayer(caller, params.id, params.layerId, await readBody(request, LayerChange))
      },
      {
        parse: "none",
        detail: documented({
          summary: "Change a layer; what is absent stays",
          body: LayerChange,
          bodyExamples: LAYER_CHANGES,
          answers: { 200: NotedSummary },
          errors: [400, 401, 404, 413, 415],
        }),
      },
    )
    .delete(
      "/:id/layers/:layerId",
      async ({ request, params, set }) => {
        await studio.removeLayer(await door.authenticate(request), params.id, params.layerId)
        set.status = 204
      },
      { detail: documented({ summary: "Delete a layer", errors: [401, 404] }) },
    )
