import type { Static } from "@sinclair/typebox"
import type { StoredNote } from "../../../domain/notes/note.ts"
import {
  type Asset,
  type AssetChange,
  type AssetInput,
  assetChangeViolations,
  assetViolations,
  behindSourceViolations,
  changedAsset,
  newAsset,
} from "../../../domain/site/profiles/assets.ts"
import type { Part } from "../../../domain/site/profiles/parts.ts"
import {
  changedSource,
  meterSource,
  newSource,
  type SourceChange,
  type SourceInput,
  sourceChangeViolations,
  sourceViolations,
} from "../../../domain/site/profiles/sources.ts"
import type { ProfileState } from "../../../domain/site/profiles/state.ts"
import type { ProductionProvider } from "../../../domain/site/solar/provider.ts"
import { noteTexts } from "../../../domain/texts/notes.ts"
import { newId } from "../../../infra/ids.ts"
import type { Caller } from "../../credentials/callers.ts"
import { found } from "../../http/errors.ts"
import type { UploadedFile } from "../../http/upload.ts"
import type { Tasks } from "../../tasks/index.ts"
import { hubDetail, summary } from "./answers.ts"
import { assertNone, assertRoom, contextOf } from "./profiles.ts"
import type { HubDetail, NotedSummary, ProfileSummary, UploadedSummary } from "./schemas.ts"
import type { ProfileStore } from "./store.ts"
import { siteForMeter } from "./studio.ts"

export type HubKind = "energyhub" | "laadplein"

/** What energyhubs and charging plazas do. Every change works out curve and totals anew. */
export interface HubService {
  detail(caller: Caller, kind: HubKind, id: string): Promise<HubDetail>
  /** Throws InvalidInput, as all below. */
  addSource(caller: Caller, id: string, input: SourceInput): Promise<ProfileSummary & { sourceId: string }>
  uploadSource(
    caller: Caller,
    id: string,
    file: UploadedFile,
  ): Promise<Static<typeof UploadedSummary> & { sourceId: string }>
  changeSource(caller: Caller, id: string, sourceId: string, change: SourceChange): Promise<ProfileSummary>
  removeSource(caller: Caller, id: string, sourceId: string): Promise<ProfileSummary>
  addAsset(caller: Caller, kind: HubKind, id: string, input: AssetInput): Promise<NotedSummary & { assetId: string }>
  changeAsset(caller: Caller, kind: HubKind, id: string, assetId: string, change: AssetChange): Promise<NotedSummary>
  removeAsset(caller: Caller, kind: HubKind, id: string, assetId: string): Promise<ProfileSummary>
}

interface HubServiceOptions {
  store: ProfileStore
  provider: ProductionProvider
  readMeter: Tasks["readMeter"]
}

export const createHubService = (options: HubServiceOptions): HubService => ({
  async detail(caller, kind, id) {
    const { profile, state } = await options.store.whole(caller, kind, id)
    return hubDetail(profile, state, caller.language)
  },
  ...sourceService(options),
  ...assetService(options),
})

const HUB = "energyhub"

const sourceService = ({ store, readMeter }: HubServiceOptions) =>
  ({
    async addSource(caller, id, input) {
      assertNone(sourceViolations(input))
      const sourceId = newId()
      const changed = await store.change(caller, HUB, id, async ({ profile, state }) => {
        assertRoom(state)
        return { state: { ...state, sources: [...state.sources, newSource(sourceId, input, profile.year)] } }
      })
      return { ...summary(changed), sourceId }
    },
    async uploadSource(caller, id, file) {
      const meter = await readMeter({ ...file, site: siteForMeter(await store.find(caller, HUB, id)) })
      const sourceId = newId()
      const changed = await store.change(caller, HUB, id, async ({ profile, state }) => {
        assertRoom(state)
        const source = meterSource(sourceId, meter, file.fileName, profile.year)
        return { state: { ...state, sources: [...state.sources, source] } }
      })
      return {
        ...summary(changed),
        sourceId,
        measuredFraction: meter.measuredFraction,
        notes: noteTexts(meter.notes, caller.language),
      }
    },
    async changeSource(caller, id, sourceId, change) {
      const changed = await store.change(caller, HUB, id, async ({ state }) => {
        const at = partIndex(state, "sources", sourceId)
        assertNone(sourceChangeViolations(state.sources[at]!, change))
        return { state: { ...state, sources: state.sources.with(at, changedSource(state.sources[at]!, change)) } }
      })
      return summary(changed)
    },
    async removeSource(caller, id, sourceId) {
      const changed = await store.change(caller, HUB, id, async ({ state }) => ({
        state: {
          ...state,
          sources: state.sources.toSpliced(partIndex(state, "sources", sourceId), 1),
          assets: state.assets.map(asset => withoutSource(asset, sourceId)),
        },
      }))
      return summary(changed)
    },
  }) satisfies Partial<HubService>

const assetService = ({ store, provider }: HubServiceOptions) =>
  ({
    async addAsset(caller, kind, id, input) {
      assertNone(assetViolations(input))
      const assetId = newId()
      let notes: StoredNote[] = []
      const changed = await store.change(caller, kind, id, async ({ profile, state }) => {
        assertRoom(state)
        assertNone(behindSourceViolations(input.assetType, input.behindSource, sourcesOf(state)))
        const asset = await newAsset(assetId, input, contextOf(profile, provider))
        notes = asset.definition.notes ?? []
        return { state: { ...state, assets: [...state.assets, asset] } }
      })
      return { ...summary(changed), assetId, notes: noteTexts(notes, caller.language) }
    },
    async changeAsset(caller, kind, id, assetId, change) {
      let notes: StoredNote[] = []
      const changed = await store.change(caller, kind, id, async ({ profile, state }) => {
        const at = partIndex(state, "assets", assetId)
        const { definition } = state.assets[at]!
        assertNone(assetChangeViolations(definition, change))
        assertNone(behindSourceViolations(definition.assetType, change.behindSource, sourcesOf(state)))
        const asset = await changedAsset(state.assets[at]!, change, contextOf(profile, provider))
        notes = asset.definition.notes ?? []
        return { state: { ...state, assets: state.assets.with(at, asset) } }
      })
      return { ...summary(changed), notes: noteTexts(notes, caller.language) }
    },
    async removeAsset(caller, kind, id, assetId) {
      const changed = await store.change(caller, kind, id, async ({ state }) => ({
        state: { ...state, assets: state.assets.toSpliced(partIndex(state, "assets", assetId), 1) },
      }))
      return summary(changed)
    },
  }) satisfies Partial<HubService>

const sourcesOf = (state: ProfileState) => state.sources.map(({ definition }) => definition)

/** An asset that is behind no source that is gone. */
const withoutSource = (asset: Part<Asset>, sourceId: string): Part<Asset> =>
  asset.definition.behindSource === sourceId
    ? { ...asset, definition: { ...asset.definition, behindSource: null } }
    : asset

const partIndex = (state: ProfileState, parts: "sources" | "assets", id: string): number => {
  const at = state[parts].findIndex(({ definition }) => definition.id === id)
  return found(at >= 0 && at, parts === "sources" ? "source" : "asset")
}
