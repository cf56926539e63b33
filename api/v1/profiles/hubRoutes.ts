import { Type } from "@sinclair/typebox"
import { Elysia } from "elysia"
import { AssetChange, AssetInput } from "../../../domain/site/profiles/assets.ts"
import { SourceChange, SourceInput } from "../../../domain/site/profiles/sources.ts"
import { documented, documentedUpload } from "../../docs/operation.ts"
import { readBody } from "../../http/body.ts"
import { ASSET_CHANGE, NEW_ASSETS, NEW_SOURCES, SOURCE_CHANGE, SOURCE_READ } from "./examples.ts"
import type { HubService } from "./hub.ts"
import { readMeterForm } from "./meterFiles.ts"
import type { ProfileService } from "./profiles.ts"
import { creation, type Door, sharedProfileRoutes } from "./routeParts.ts"
import { HubDetail, NotedSummary, notedWithPartId, ProfileSummary, UploadedSummary, withPartId } from "./schemas.ts"

const ENERGYHUB_TAG = "Energyhub profiles"
const LAADPLEIN_TAG = "Laadplein profiles"

/** Paths of document 3 under /v1/energyhub-profiles. */
export const energyhubRoutes = (profiles: ProfileService, hubs: HubService, door: Door) =>
  new Elysia({ name: "energyhub-profiles", prefix: "/v1/energyhub-profiles", tags: [ENERGYHUB_TAG], normalize: false })
    .use(detailRoute("energyhub", hubs, door, ENERGYHUB_TAG))
    .use(sharedProfileRoutes("energyhub", profiles, door, ENERGYHUB_TAG))
    .use(sourceRoutes(hubs, door))
    .use(assetRoutes("energyhub", hubs, door, ENERGYHUB_TAG))

/** Paths of document 3 under /v1/laadplein-profiles. */
export const laadpleinRoutes = (profiles: ProfileService, hubs: HubService, door: Door) =>
  new Elysia({ name: "laadplein-profiles", prefix: "/v1/laadplein-profiles", tags: [LAADPLEIN_TAG], normalize: false })
    .use(detailRoute("laadplein", hubs, door, LAADPLEIN_TAG))
    .use(sharedProfileRoutes("laadplein", profiles, door, LAADPLEIN_TAG))
    .use(assetRoutes("laadplein", hubs, door, LAADPLEIN_TAG))

type HubKind = "energyhub" | "laadplein"

const detailRoute = (kind: HubKind, hubs: HubService, door: Door, tag: string) =>
  new Elysia({ name: `${kind}-detail`, tags: [tag], normalize: false }).get(
    "/:id",
    async ({ request, params }) => hubs.detail(await door.authenticate(request), kind, params.id),
    {
      detail: documented({
        summary: "Read a profile with its sources and assets",
        answers: { 200: HubDetail },
        errors: [401, 404],
      }),
    },
  )

const UploadedSource = Type.Object(
  { ...UploadedSummary.properties, sourceId: Type.String({ description: "Id of what was added" }) },
  { description: "Profile, what was added, and how the file was read" },
)

const sourceRoutes = (hubs: HubService, door: Door) =>
  new Elysia({ name: "energyhub-sources", tags: [ENERGYHUB_TAG], normalize: false })
    .post(
      "/:id/sources",
      creation(door, {
        read: request => readBody(request, SourceInput),
        make: hubs.addSource,
        location: ({ sourceId }, id) => `/v1/energyhub-profiles/${id}/sources/${sourceId}`,
      }),
      {
        parse: "none",
        detail: documented({
          summary: "Add a source by a template, a standard profile or its own hours",
          body: SourceInput,
          bodyExamples: NEW_SOURCES,
          answers: { 201: withPartId("sourceId") },
          headers: ["idempotency-key"],
          answerHeaders: ["location", "idempotent-replayed"],
          errors: [400, 401, 404, 409, 413, 415],
        }),
      },
    )
    .post(
      "/:id/sources/upload",
      creation(door, {
        read: readMeterForm,
        make: hubs.uploadSource,
        location: ({ sourceId }, id) => `/v1/energyhub-profiles/${id}/sources/${sourceId}`,
      }),
      {
        parse: "none",
        detail: documentedUpload({
          summary: "Add a source by a meter export of quarter-hours or hours (CSV or xlsx, up to 32 MiB)",
          answers: { 201: UploadedSource },
          answerExamples: { 201: SOURCE_READ },
          headers: ["idempotency-key"],
          answerHeaders: ["location", "idempotent-replayed"],
          errors: [400, 401, 404, 409, 413, 415, 429],
        }),
      },
    )
    .patch(
      "/:id/sources/:sourceId",
      async ({ request, params }) => {
        const caller = await door.authenticate(request)
        return hubs.changeSource(caller, params.id, params.sourceId, await readBody(request, SourceChange))
      },
      {
        parse: "none",
        detail: documented({
          summary: "Change a source; what is absent stays",
          body: SourceChange,
          bodyExamples: { change: SOURCE_CHANGE },
          answers: { 200: ProfileSummary },
          errors: [400, 401, 404, 413, 415],
        }),
      },
    )
    .delete(
      "/:id/sources/:sourceId",
      async ({ request, params }) => hubs.removeSource(await door.authenticate(request), params.id, params.sourceId),
      { detail: documented({ summary: "Delete a source", answers: { 200: ProfileSummary }, errors: [401, 404] }) },
    )

const assetRoutes = (kind: HubKind, hubs: HubService, door: Door, tag: string) =>
  new Elysia({ name: `${kind}-assets`, tags: [tag], normalize: false })
    .post(
      "/:id/assets",
      creation(door, {
        read: request => readBody(request, AssetInput),
        make: (caller, id, input) => hubs.addAsset(caller, kind, id, input),
        location: ({ assetId }, id) => `/v1/${kind}-profiles/${id}/assets/${assetId}`,
      }),
      {
        parse: "none",
        detail: documented({
          summary: "Add an asset",
          body: AssetInput,
          bodyExamples: NEW_ASSETS,
          answers: { 201: notedWithPartId("assetId") },
          headers: ["idempotency-key"],
          answerHeaders: ["location", "idempotent-replayed"],
          errors: [400, 401, 404, 409, 413, 415],
        }),
      },
    )
    .patch(
      "/:id/assets/:assetId",
      async ({ request, params }) => {
        const caller = await door.authenticate(request)
        return hubs.changeAsset(caller, kind, params.id, params.assetId, await readBody(request, AssetChange))
      },
      {
        parse: "none",
        detail: documented({
          summary: "Change an asset; what is absent stays, within its config too",
          body: AssetChange,
          bodyExamples: { change: ASSET_CHANGE },
          answers: { 200: NotedSummary },
          errors: [400, 401, 404, 413, 415],
        }),
      },
    )
    .delete(
      "/:id/assets/:assetId",
      async ({ request, params }) =>
        hubs.removeAsset(await door.authenticate(request), kind, params.id, params.assetId),
      { detail: documented({ summary: "Delete an asset", answers: { 200: ProfileSummary }, errors: [401, 404] }) },
    )
