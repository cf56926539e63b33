import type { Base } from "../../../domain/site/profiles/base.ts"
import type { ProfileCurves } from "../../../domain/site/profiles/curves.ts"
import { peakOf, totalOf } from "../../../domain/site/profiles/hours.ts"
import type { ProfileState } from "../../../domain/site/profiles/state.ts"
import { EVERY_DAY } from "../../../domain/site/profiles/studioReport.ts"
import { noteTexts } from "../../../domain/texts/notes.ts"
import type { Language } from "../../../domain/texts/render.ts"
import type { Profile } from "../../../store/profiles.ts"
import type {
  CombinedList,
  HubDetail,
  ProfileList,
  ProfileListItem,
  ProfileListQuery,
  ProfileSummary,
  StudioDetail,
} from "./schemas.ts"

/** A profile as an item of a list. */
export const listItem = (profile: Profile): ProfileListItem => ({
  id: profile.id,
  mode: profile.mode,
  name: profile.name,
  baseProfileType: profile.baseProfileType,
  baseProfileName: profile.baseProfileName,
  totalKwh: profile.totalKwh,
  peakKw: profile.peakKw,
  totalExportKwh: profile.totalExportKwh,
  peakExportKw: profile.peakExportKw,
  layerCount: profile.layerCount,
  hasSolarLayer: profile.hasSolarLayer,
  year: profile.year,
  createdAt: profile.createdAt.toISOString(),
  updatedAt: profile.updatedAt.toISOString(),
})

/** A profile as detail and create responses show it. */
export const summary = (profile: Profile): ProfileSummary => ({
  ...listItem(profile),
  lat: profile.lat,
  lon: profile.lon,
  userId: profile.userId,
  organizationId: profile.organizationId,
})

interface Page {
  rows: Profile[]
  total: number
}

const paged = ({ total }: Page, { page = 1, limit = 20 }: ProfileListQuery) => ({
  total,
  page,
  limit,
  totalPages: Math.ceil(total / limit),
})

/** One page of one kind. */
export const profileList = (page: Page, query: ProfileListQuery): ProfileList => ({
  items: page.rows.map(listItem),
  ...paged(page, query),
})

/** One page of all kinds. */
export const combinedList = (page: Page, query: ProfileListQuery): CombinedList => ({
  items: page.rows.map(profile => ({ ...listItem(profile), profileKind: profile.kind })),
  ...paged(page, query),
})

const baseline = ({ type, hasUnexplainedExport: _, panels: __, keepsOverlap: ___, ...base }: Base) => ({
  sourceType: type,
  ...base,
})

/** GET /v1/studio-profiles/{id}. */
export const studioDetail = (
  profile: Profile,
  { base, layers }: ProfileState,
  curves: ProfileCurves,
  language: Language,
): StudioDetail => ({
  ...summary(profile),
  baseline: base && baseline(base.definition),
  layers: layers.map(({ definition, hours }) => ({
    ...definition,
    heatConfig: definition.heatConfig ?? null,
    schedule: definition.presetId === "solar" ? null : (definition.schedule ?? EVERY_DAY),
    annualKwh: totalOf(hours.kwh),
    peakKw: peakOf(hours.kwh),
    notes: noteTexts(definition.notes ?? [], language),
  })),
  result: base && Array.from(curves.result),
  exportResult: base && Array.from(curves.export),
  productionResult: base && Array.from(curves.production),
})

/** GET /v1/energyhub-profiles/{id} and /v1/laadplein-profiles/{id}. */
export const hubDetail = (profile: Profile, { sources, assets }: ProfileState, language: Language): HubDetail => ({
  ...summary(profile),
  sources: sources.map(({ definition: { keepsOverlap: _, ...definition }, hours }) => ({
    ...definition,
    peakKw: peakOf(hours.kwh),
  })),
  assets: assets.map(({ definition, hours }) => ({
    ...definition,
    behindSource: definition.behindSource ?? null,
    annualKwh: totalOf(hours.kwh),
    peakKw: peakOf(hours.kwh),
    notes: noteTexts(definition.notes ?? [], language),
  })),
})
