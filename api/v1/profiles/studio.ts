import type { StoredNote } from "../../../domain/base/note.ts"
import { type Violation, violation } from "../../../domain/base/validation/violation.ts"
import { layerPresets } from "../../../domain/site/consumption/layers.ts"
import { profileTemplates } from "../../../domain/site/consumption/templates.ts"
import { siteOf } from "../../../domain/site/geo/site.ts"
import { meterBase, shapeViolations, templateBase } from "../../../domain/site/profiles/base.ts"
import { panelsOf } from "../../../domain/site/profiles/countedPanels.ts"
import {
  changedLayer,
  type LayerInput,
  layerChangeViolations,
  layerViolations,
  newLayer,
  secondLayerViolations,
} from "../../../domain/site/profiles/layers.ts"
import { mergedBase } from "../../../domain/site/profiles/merge.ts"
import { curvesInQuarters, hasQuarters } from "../../../domain/site/profiles/quarters.ts"
import { fittingName } from "../../../domain/site/profiles/schema.ts"
import { curvesOf, EMPTY_STATE, type ProfileState } from "../../../domain/site/profiles/state.ts"
import {
  savedCurves,
  savedCurvesViolations,
  savedStudio,
  studioStateViolations,
} from "../../../domain/site/profiles/studioState.ts"
import type { ProductionProvider } from "../../../domain/site/solar/provider.ts"
import { noteTexts } from "../../../domain/texts/notes.ts"
import { newId } from "../../../infra/ids.ts"
import type { Profile, WholeProfile } from "../../../store/profiles.ts"
import { NotFound, orNotFound } from "../../http/errors.ts"
import { sliceOf } from "../../http/lists.ts"
import type { Handlers } from "../../http/operation.ts"
import type { Tasks } from "../../tasks/index.ts"
import { combinedList, studioDetail, summary } from "./answers.ts"
import { meterFile } from "./meterFiles.ts"
import {
  assertHasHours,
  assertNone,
  assertRoom,
  type CommonHandlers,
  commonHandlers,
  contextOf,
  keptAs,
} from "./profiles.ts"
import type { ProfileStore } from "./store.ts"
import type { studioOperations } from "./studioRoutes.ts"

export interface ProfileOptions {
  store: ProfileStore
  provider: ProductionProvider
  readMeter: Tasks["readMeter"]
}

const KIND = "studio"

type StudioHandlers = Handlers<typeof studioOperations>
type CopyHandlers = Pick<StudioHandlers, "duplicate" | "merge">
type PartHandlers = Omit<StudioHandlers, keyof CopyHandlers | keyof CommonHandlers>

/** Every change computes curve and totals again. */
const partHandlers = ({ store, provider, readMeter }: ProfileOptions): PartHandlers => ({
  listAll: async ({ caller, query }) => combinedList(await store.list(caller, undefined, sliceOf(query)), query),
  presets: () => ({ templates: profileTemplates, layerPresets }),
  async read({ caller, params }) {
    const { profile, state } = await store.whole(caller, KIND, params.id)
    return studioDetail(profile, state, await store.curves(profile), caller.language)
  },
  async setBase({ caller, params: { id }, body: input, keepAnswer }) {
    assertNone(shapeViolations(input))
    const set = async ({ profile, state }: WholeProfile) => ({
      state: { ...state, base: templateBase(input, profile) },
    })
    return summary(await store.change(caller, KIND, id, set, keptAs(keepAnswer, summary)))
  },
  async uploadBase({ caller, params: { id }, body, keepAnswer }) {
    const file = meterFile(body)
    const meter = await readMeter({ ...file, site: siteForMeter(await store.findToChange(caller, KIND, id)) })
    const { measuredFraction, notes } = meter
    const answerOf = (changed: Profile) => ({
      ...summary(changed),
      measuredFraction,
      notes: noteTexts(notes, caller.language),
    })
    const set = async ({ profile, state }: WholeProfile) => ({
      state: { ...state, base: meterBase(meter, file.fileName, profile) },
    })
    return answerOf(await store.change(caller, KIND, id, set, keptAs(keepAnswer, answerOf)))
  },
  async addLayer({ caller, params: { id }, body: input, keepAnswer }) {
    const layerId = newId()
    let notes: StoredNote[] = []
    const answerOf = (changed: Profile) => ({
      ...summary(changed),
      layerId,
      notes: noteTexts(notes, caller.language),
    })
    const add = async ({ profile, state }: WholeProfile) => {
      assertNone([...layerViolations(input), ...newLayerViolations(state, input)])
      assertRoom(state)
      const layer = await newLayer(layerId, input, contextOf(profile, provider))
      notes = layer.definition.notes ?? []
      return { state: { ...state, layers: [...state.layers, layer] } }
    }
    return answerOf(await store.change(caller, KIND, id, add, keptAs(keepAnswer, answerOf)))
  },
  async changeLayer({ caller, params: { id, layerId }, body: change }) {
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
  async removeLayer({ caller, params: { id, layerId } }) {
    await store.change(caller, KIND, id, async ({ state }) => ({
      state: { ...state, layers: state.layers.toSpliced(layerIndex(state, layerId), 1) },
    }))
  },
  async save({ caller, params: { id }, body: { studioState, year } }) {
    assertNone(studioStateViolations(studioState))
    let notes: StoredNote[] = []
    const changed = await store.replace(caller, KIND, id, async profile => {
      const context = contextOf({ ...profile, year: year ?? profile.year }, provider)
      const { state, studioCurves } = await savedStudio(studioState, context, newId)
      const { curves, lacksSolar } = curvesOf(state)
      const saved = savedCurves(curves, studioCurves)
      if (!lacksSolar) assertNone(savedCurvesViolations(saved))
      notes = state.layers.flatMap(({ definition }) => definition.notes ?? [])
      return { state, curves: saved, year: context.year }
    })
    return { ...summary(changed), notes: noteTexts(notes, caller.language) }
  },
})

/** New profiles made of others. */
const copyHandlers = ({ store }: ProfileOptions): CopyHandlers => ({
  async duplicate({ caller, params: { id }, body: { name }, keepAnswer }) {
    const { profile, state } = await store.whole(caller, KIND, id)
    const { kind, year, lat, lon } = profile
    const copy = { kind, name: () => name ?? fittingName(profile.name, " (copy)"), year, lat, lon, state }
    const newProfile = { ...copy, curves: await store.curves(profile) }
    return summary(await store.create(caller, newProfile, keptAs(keepAnswer, summary)))
  },
  async merge({ caller, body: { profileIds, name }, keepAnswer }) {
    const profiles = await Promise.all(
      profileIds.map((id, i) =>
        store.find(caller, undefined, id).catch(error => {
          if (!(error instanceof NotFound)) throw error
          throw new NotFound("named-not-found", { path: ["profileIds", i], id, what: "profile" })
        }),
      ),
    )
    for (const profile of profiles) assertHasHours(profile)
    const wholes = await Promise.all(
      profiles.map(async profile => {
        const { state } = await store.whole(caller, profile.kind, profile.id)
        return { profile, state, curves: await store.curves(profile) }
      }),
    )
    const isInQuarters = wholes.some(({ state }) => hasQuarters(state))
    const members = wholes.map(({ profile, state, curves }) => ({
      ...{ ...profile, panels: panelsOf(state, profile), curves },
      ...(isInQuarters ? { quarters: curvesInQuarters(state, profile, curves) } : {}),
    }))
    const base = mergedBase(members)
    const { year, lat, lon } = profiles[0]!
    const state = { ...EMPTY_STATE, base }
    const newProfile = { kind: KIND, name: () => name ?? base.definition.name, year, lat, lon, state } as const
    return summary(await store.create(caller, newProfile, keptAs(keepAnswer, summary)))
  },
})

export const studioHandlers = (options: ProfileOptions): StudioHandlers => ({
  ...partHandlers(options),
  ...copyHandlers(options),
  ...commonHandlers(KIND, options.store),
})

/** How the times of a meter file of a profile are read. */
export const siteForMeter = ({ lat, lon, year }: { lat: number; lon: number; year: number }) => ({
  zone: siteOf(lat, lon).zone,
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
  return orNotFound(at >= 0 && at, "layer")
}
