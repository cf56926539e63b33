import type { Static } from "@sinclair/typebox"
import type { StoredNote } from "../../../domain/notes/note.ts"
import { siteOf } from "../../../domain/site/geo/site.ts"
import { type BaseInput, meterBase, shapeViolations, templateBase } from "../../../domain/site/profiles/base.ts"
import {
  changedLayer,
  type LayerChange,
  type LayerInput,
  layerChangeViolations,
  layerViolations,
  newLayer,
  secondLayerViolations,
} from "../../../domain/site/profiles/layers.ts"
import { mergedBase } from "../../../domain/site/profiles/merge.ts"
import { fittingName } from "../../../domain/site/profiles/schema.ts"
import { curvesOf, EMPTY_STATE, type ProfileState } from "../../../domain/site/profiles/state.ts"
import {
  type StudioStateBody,
  savedCurvesViolations,
  savedStudio,
  studioStateViolations,
} from "../../../domain/site/profiles/studioState.ts"
import type { ProductionProvider } from "../../../domain/site/solar/provider.ts"
import { noteTexts } from "../../../domain/texts/notes.ts"
import { type Violation, violation } from "../../../domain/validation/violation.ts"
import { newId } from "../../../infra/ids.ts"
import type { Caller } from "../../credentials/callers.ts"
import { found, NotFound } from "../../http/errors.ts"
import type { UploadedFile } from "../../http/upload.ts"
import type { Tasks } from "../../tasks/index.ts"
import { studioDetail, summary } from "./answers.ts"
import { assertHasHours, assertNone, assertRoom, contextOf } from "./profiles.ts"
import type { MergeInput, NotedSummary, ProfileSummary, StudioDetail, UploadedSummary } from "./schemas.ts"
import type { ProfileStore } from "./store.ts"

/** What only studio profiles do. Every change works out curve and totals anew. */
export interface StudioService {
  detail(caller: Caller, id: string): Promise<StudioDetail>
  /** Throws InvalidInput, as all below. */
  setBase(caller: Caller, id: string, input: BaseInput): Promise<ProfileSummary>
  uploadBase(caller: Caller, id: string, file: UploadedFile): Promise<Static<typeof UploadedSummary>>
  addLayer(caller: Caller, id: string, input: LayerInput): Promise<NotedSummary & { layerId: string }>
  changeLayer(caller: Caller, id: string, layerId: string, change: LayerChange): Promise<NotedSummary>
  removeLayer(caller: Caller, id: string, layerId: string): Promise<void>
  save(caller: Caller, id: string, body: Static<typeof StudioStateBody>): Promise<NotedSummary>
  duplicate(caller: Caller, id: string, name: string | undefined): Promise<ProfileSummary>
  /** A new studio profile of several profiles of any kind. */
  merge(caller: Caller, input: Static<typeof MergeInput>): Promise<ProfileSummary>
}

interface StudioServiceOptions {
  store: ProfileStore
  provider: ProductionProvider
  readMeter: Tasks["readMeter"]
}

const KIND = "studio"

export const createStudioService = ({ store, provider, readMeter }: StudioServiceOptions): StudioService => ({
  async detail(caller, id) {
    const { profile, state } = await store.whole(caller, KIND, id)
    return studioDetail(profile, state, await store.curves(profile), caller.language)
  },
  async setBase(caller, id, input) {
    assertNone(shapeViolations(input))
    const changed = await store.change(caller, KIND, id, async ({ profile, state }) => ({
      state: { ...state, base: templateBase(input, profile.year) },
    }))
    return summary(changed)
  },
  async uploadBase(caller, id, file) {
    const meter = await readMeter({ ...file, site: siteForMeter(await store.find(caller, KIND, id)) })
    const { measuredFraction, notes } = meter
    const changed = await store.change(caller, KIND, id, async ({ profile, state }) => ({
      state: { ...state, base: meterBase(meter, file.fileName, profile.year) },
    }))
    return { ...summary(changed), measuredFraction, notes: noteTexts(notes, caller.language) }
  },
  async addLayer(caller, id, input) {
    const layerId = newId()
    let notes: StoredNote[] = []
    const changed = await store.change(caller, KIND, id, async ({ profile, state }) => {
      assertNone([...layerViolations(input), ...newLayerViolations(state, input)])
      assertRoom(state)
      const layer = await newLayer(layerId, input, contextOf(profile, provider))
      notes = layer.definition.notes ?? []
      return { state: { ...state, layers: [...state.layers, layer] } }
    })
    return { ...summary(changed), layerId, notes: noteTexts(notes, caller.language) }
  },
  async changeLayer(caller, id, layerId, change) {
    let notes: StoredNote[] = []
    const changed = await store.change(caller, KIND, id, async ({ profile, state }) => {
      const at = layerIndex(state, layerId)
      assertNone(layerChangeViolations(state.layers[at]!.definition, change))
      const layer = await changedLayer(state.layers[at]!, change, contextOf(profile, provider))
      notes = layer.definition.notes ?? []
      return { state: { ...state, layers: state.layers.with(at, layer) } }
    })
    return { ...summary(changed), notes: noteTexts(notes, caller.language) }
  },
  async removeLayer(caller, id, layerId) {
    await store.change(caller, KIND, id, async ({ state }) => ({
      state: { ...state, layers: state.layers.toSpliced(layerIndex(state, layerId), 1) },
    }))
  },
  async save(caller, id, { studioState, year }) {
    assertNone(studioStateViolations(studioState))
    let notes: StoredNote[] = []
    const changed = await store.replace(caller, KIND, id, async profile => {
      const context = contextOf({ ...profile, year: year ?? profile.year }, provider)
      const { state, given } = await savedStudio(studioState, context, newId)
      const { curves, lacksSolar } = curvesOf(state)
      const saved = { ...curves, ...given }
      if (!lacksSolar) assertNone(savedCurvesViolations(saved))
      notes = state.layers.flatMap(({ definition }) => definition.notes ?? [])
      return { state, curves: saved, year: context.year }
    })
    return { ...summary(changed), notes: noteTexts(notes, caller.language) }
  },
  async duplicate(caller, id, name) {
    const { profile, state } = await store.whole(caller, KIND, id)
    const { kind, year, lat, lon } = profile
    const copy = { kind, name: () => name ?? fittingName(`${profile.name} (copy)`), year, lat, lon, state }
    return summary(await store.create(caller, { ...copy, curves: await store.curves(profile) }))
  },
  async merge(caller, { profileIds, name }) {
    const profiles = await Promise.all(
      profileIds.map((id, i) =>
        store.find(caller, undefined, id).catch(error => {
          if (!(error instanceof NotFound)) throw error
          throw new NotFound("named-not-found", { path: ["profileIds", i], id, what: "profile" })
        }),
      ),
    )
    for (const profile of profiles) assertHasHours(profile)
    const members = await Promise.all(
      profiles.map(async profile => ({ ...profile, curves: await store.curves(profile) })),
    )
    const base = mergedBase(members)
    const { year, lat, lon } = profiles[0]!
    const state = { ...EMPTY_STATE, base }
    const made = { kind: KIND, name: () => name ?? base.definition.name, year, lat, lon, state } as const
    return summary(await store.create(caller, made))
  },
})

/** How the times of a meter file of a profile are read. */
export const siteForMeter = ({ lat, lon, year }: { lat: number; lon: number; year: number }) => ({
  offsetHours: siteOf(lat, lon).standardOffsetHours,
  year,
})

const newLayerViolations = ({ base, layers }: ProfileState, { presetId }: LayerInput): Violation[] =>
  base
    ? secondLayerViolations(
        presetId,
        layers.map(({ definition }) => definition.presetId),
      )
    : [violation([], "layer-before-base")]

const layerIndex = ({ layers }: ProfileState, layerId: string): number => {
  const at = layers.findIndex(({ definition }) => definition.id === layerId)
  return found(at >= 0 && at, "layer")
}
