import type { StoredNote } from "../../../domain/base/note.ts"
import {
  type Asset,
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
  sourceChangeViolations,
  sourceViolations,
} from "../../../domain/site/profiles/sources.ts"
import type { ProfileState } from "../../../domain/site/profiles/state.ts"
import { noteTexts } from "../../../domain/texts/notes.ts"
import { newId } from "../../../infra/ids.ts"
import type { Profile, WholeProfile } from "../../../store/profiles.ts"
import { orNotFound } from "../../http/errors.ts"
import type { Handlers } from "../../http/operation.ts"
import { hubDetail, summary } from "./answers.ts"
import type { energyhubOperations, HubKind, hubOperations, laadpleinOperations } from "./hubRoutes.ts"
import { meterFile } from "./meterFiles.ts"
import { assertNone, assertRoom, commonHandlers, contextOf, keptAs } from "./profiles.ts"
import { type ProfileOptions, siteForMeter } from "./studio.ts"

export const laadpleinHandlers = (options: ProfileOptions): Handlers<typeof laadpleinOperations> =>
  hubHandlers("laadplein", options)

export const energyhubHandlers = (options: ProfileOptions): Handlers<typeof energyhubOperations> => ({
  ...sourceHandlers(options),
  ...hubHandlers(HUB, options),
})

const HUB = "energyhub"

type SourceHandlers = Pick<
  Handlers<typeof energyhubOperations>,
  "addSource" | "uploadSource" | "changeSource" | "removeSource"
>

/** Every change computes curve and totals again. */
const sourceHandlers = ({ store, readMeter }: ProfileOptions): SourceHandlers => ({
  async addSource({ caller, params: { id }, body: input, keepAnswer }) {
    assertNone(sourceViolations(input))
    const sourceId = newId()
    const answerOf = (changed: Profile) => ({ ...summary(changed), sourceId })
    const add = async ({ profile, state }: WholeProfile) => {
      assertRoom(state)
      return { state: { ...state, sources: [...state.sources, newSource(sourceId, input, profile)] } }
    }
    return answerOf(await store.change(caller, HUB, id, add, keptAs(keepAnswer, answerOf)))
  },
  async uploadSource({ caller, params: { id }, body, keepAnswer }) {
    const file = meterFile(body)
    const meter = await readMeter({ ...file, site: siteForMeter(await store.findToChange(caller, HUB, id)) })
    const sourceId = newId()
    const answerOf = (changed: Profile) => ({
      ...summary(changed),
      sourceId,
      measuredFraction: meter.measuredFraction,
      notes: noteTexts(meter.notes, caller.language),
    })
    const add = async ({ profile, state }: WholeProfile) => {
      assertRoom(state)
      const source = meterSource(sourceId, meter, file.fileName, profile)
      return { state: { ...state, sources: [...state.sources, source] } }
    }
    return answerOf(await store.change(caller, HUB, id, add, keptAs(keepAnswer, answerOf)))
  },
  async changeSource({ caller, params: { id, sourceId }, body: change }) {
    const changed = await store.change(caller, HUB, id, async ({ state }) => {
      const at = partIndex(state, "sources", sourceId)
      assertNone(sourceChangeViolations(state.sources[at]!, change))
      return { state: { ...state, sources: state.sources.with(at, changedSource(state.sources[at]!, change)) } }
    })
    return summary(changed)
  },
  async removeSource({ caller, params: { id, sourceId } }) {
    const changed = await store.change(caller, HUB, id, async ({ state }) => ({
      state: {
        ...state,
        sources: state.sources.toSpliced(partIndex(state, "sources", sourceId), 1),
        assets: state.assets.map(asset => withoutSource(asset, sourceId)),
      },
    }))
    return summary(changed)
  },
})

/** Common parts of energyhubs and charging plazas. */
const hubHandlers = (
  kind: HubKind,
  { store, provider }: ProfileOptions,
): Handlers<ReturnType<typeof hubOperations<HubKind>>> => ({
  async read({ caller, params }) {
    const { profile, state } = await store.whole(caller, kind, params.id)
    return hubDetail(profile, state, caller.language)
  },
  async addAsset({ caller, params: { id }, body: input, keepAnswer }) {
    assertNone(assetViolations(input))
    const assetId = newId()
    let notes: StoredNote[] = []
    const answerOf = (changed: Profile) => ({
      ...summary(changed),
      assetId,
      notes: noteTexts(notes, caller.language),
    })
    const add = async ({ profile, state }: WholeProfile) => {
      assertRoom(state)
      assertNone(behindSourceViolations(input.assetType, input.behindSource, sourcesOf(state)))
      const asset = await newAsset(assetId, input, contextOf(profile, provider))
      notes = asset.definition.notes ?? []
      return { state: { ...state, assets: [...state.assets, asset] } }
    }
    return answerOf(await store.change(caller, kind, id, add, keptAs(keepAnswer, answerOf)))
  },
  async changeAsset({ caller, params: { id, assetId }, body: change }) {
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
  async removeAsset({ caller, params: { id, assetId } }) {
    const changed = await store.change(caller, kind, id, async ({ state }) => ({
      state: { ...state, assets: state.assets.toSpliced(partIndex(state, "assets", assetId), 1) },
    }))
    return summary(changed)
  },
  ...commonHandlers(kind, store),
})

const sourcesOf = (state: ProfileState) => state.sources.map(({ definition }) => definition)

/** An asset without a reference to a deleted source. */
const withoutSource = (asset: Part<Asset>, sourceId: string): Part<Asset> =>
  asset.definition.behindSource === sourceId
    ? { ...asset, definition: { ...asset.definition, behindSource: null } }
    : asset

const partIndex = (state: ProfileState, parts: "sources" | "assets", id: string): number => {
  const at = state[parts].findIndex(({ definition }) => definition.id === id)
  return orNotFound(at >= 0 && at, parts === "sources" ? "source" : "asset")
}
