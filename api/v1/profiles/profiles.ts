import type { Static } from "@sinclair/typebox"
import { InvalidInput } from "../../../domain/errors.ts"
import { parseDate } from "../../../domain/report/chart/intervals.ts"
import { siteOf } from "../../../domain/site/geo/site.ts"
import { chartViolations, type ProfileChart, profileChart, profileCsv } from "../../../domain/site/profiles/charts.ts"
import type { PartContext } from "../../../domain/site/profiles/layers.ts"
import { EMPTY_STATE, MAX_PARTS, type ProfileKind, type ProfileState } from "../../../domain/site/profiles/state.ts"
import type { ProductionProvider } from "../../../domain/site/solar/provider.ts"
import { type Violation, violation } from "../../../domain/validation/violation.ts"
import type { Profile } from "../../../store/profiles.ts"
import type { Caller } from "../../credentials/callers.ts"
import { Conflict } from "../../http/errors.ts"
import { sliceOf } from "../../http/lists.ts"
import { combinedList, profileList, summary } from "./answers.ts"
import type {
  CombinedList,
  ProfileChartQuery,
  ProfileInput,
  ProfileList,
  ProfileListQuery,
  ProfileSummary,
} from "./schemas.ts"
import type { ProfileStore } from "./store.ts"

/** What the paths of every kind of profile do. */
export interface ProfileService {
  list(caller: Caller, kind: ProfileKind, query: ProfileListQuery): Promise<ProfileList>
  listAll(caller: Caller, query: ProfileListQuery): Promise<CombinedList>
  create(caller: Caller, kind: ProfileKind, input: ProfileInput): Promise<ProfileSummary>
  rename(caller: Caller, kind: ProfileKind, id: string, name: string): Promise<ProfileSummary>
  remove(caller: Caller, kind: ProfileKind, id: string): Promise<void>
  /** Throws Conflict for a profile without hours. */
  chart(caller: Caller, kind: ProfileKind, id: string, query: Static<typeof ProfileChartQuery>): Promise<ProfileChart>
  /** Name and text of the CSV file. Throws Conflict for a profile without hours. */
  csv(caller: Caller, kind: ProfileKind, id: string): Promise<{ name: string; text: string }>
}

const LABELS: Record<ProfileKind, string> = { studio: "Profile", energyhub: "Energyhub", laadplein: "Laadplein" }
/** Years that profiles may have. */
const FIRST_YEAR = 2020
const LAST_YEAR = 2050
const DEFAULT_PLACE = { lat: 52.09, lon: 5.12 }

export const createProfileService = (store: ProfileStore): ProfileService => {
  const curvesOf = async (caller: Caller, kind: ProfileKind, id: string) => {
    const profile = await store.find(caller, kind, id)
    assertHasHours(profile)
    return { profile, curves: await store.curves(profile) }
  }
  return {
    async list(caller, kind, query) {
      return profileList(await store.list(caller, kind, sliceOf(query)), query)
    },
    async listAll(caller, query) {
      return combinedList(await store.list(caller, undefined, sliceOf(query)), query)
    },
    async create(caller, kind, { name, year, lat, lon }) {
      const made = {
        kind,
        name: (count: number) => name ?? `${LABELS[kind]} ${count + 1}`,
        year: year ?? currentYear(),
        lat: lat ?? DEFAULT_PLACE.lat,
        lon: lon ?? DEFAULT_PLACE.lon,
        state: EMPTY_STATE,
      }
      return summary(await store.create(caller, made))
    },
    async rename(caller, kind, id, name) {
      return summary(await store.rename(caller, kind, id, name))
    },
    remove: (caller, kind, id) => store.remove(caller, kind, id),
    async chart(caller, kind, id, { view, index, startDate }) {
      const start = startDate === undefined ? undefined : parseDate(startDate)
      if (start === null) throw new InvalidInput([violation(["startDate"], "date", { form: "day" })])
      assertNone(chartViolations({ view, index, startDate: start }))
      const { profile, curves } = await curvesOf(caller, kind, id)
      const { year, lat, lon } = profile
      const request = { view, index, startDate: start && { ...start, year } }
      return profileChart(curves, request, { year, clock: siteOf(lat, lon) })
    },
    async csv(caller, kind, id) {
      const { profile, curves } = await curvesOf(caller, kind, id)
      return { name: profile.name, text: profileCsv(curves) }
    },
  }
}

const currentYear = (): number => Math.min(LAST_YEAR, Math.max(FIRST_YEAR, new Date().getUTCFullYear()))

/** Throws Conflict for a profile that nothing was put into yet. */
export const assertHasHours = ({ totalKwh, kind, name }: Profile): void => {
  if (totalKwh === null) throw new Conflict("profile-without-hours", { name, kind })
}

/** Throws InvalidInput with the violations, if any. */
export const assertNone = (violations: readonly Violation[]): void => {
  if (violations.length > 0) throw new InvalidInput(violations)
}

/** Throws InvalidInput when a profile takes no more parts. */
export const assertRoom = ({ layers, sources, assets }: ProfileState): void => {
  if (layers.length + sources.length + assets.length >= MAX_PARTS)
    throw new InvalidInput([violation([], "too-many-parts", { maximum: MAX_PARTS })])
}

/** Where and when the parts of a profile are made. */
export const contextOf = ({ year, lat, lon }: Profile, provider: ProductionProvider): PartContext => ({
  year,
  lat,
  lon,
  provider,
})
