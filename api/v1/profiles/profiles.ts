import { InvalidInput } from "../../../domain/base/errors.ts"
import { type Violation, violation } from "../../../domain/base/validation/violation.ts"
import { parseDate } from "../../../domain/site/chart/intervals.ts"
import { siteOf } from "../../../domain/site/geo/site.ts"
import { chartViolations, profileChart, profileCsv } from "../../../domain/site/profiles/charts.ts"
import type { PartContext } from "../../../domain/site/profiles/layers.ts"
import { EMPTY_STATE, MAX_PARTS, type ProfileKind, type ProfileState } from "../../../domain/site/profiles/state.ts"
import type { ProductionProvider } from "../../../domain/site/solar/provider.ts"
import type { Profile } from "../../../store/profiles.ts"
import type { Caller } from "../../credentials/callers.ts"
import { Conflict } from "../../http/errors.ts"
import { sliceOf } from "../../http/lists.ts"
import type { Handlers, KeepAnswer } from "../../http/operation.ts"
import { profileList, summary } from "./answers.ts"
import type { commonOperations } from "./routeParts.ts"
import type { KeepProfile, ProfileStore } from "./store.ts"

const LABELS: Record<ProfileKind, string> = { studio: "Profile", energyhub: "Energyhub", laadplein: "Laadplein" }
/** Years that profiles may have. */
const FIRST_YEAR = 2020
const LAST_YEAR = 2050
const DEFAULT_PLACE = { lat: 52.09, lon: 5.12 }

export type CommonHandlers = Handlers<ReturnType<typeof commonOperations<ProfileKind>>>

/** Operations of profiles of every kind. Charts and exports throw Conflict for a profile without hours. */
export const commonHandlers = (kind: ProfileKind, store: ProfileStore): CommonHandlers => {
  const curvesOf = async (caller: Caller, id: string) => {
    const profile = await store.find(caller, kind, id)
    assertHasHours(profile)
    return { profile, curves: await store.curves(profile) }
  }
  return {
    list: async ({ caller, query }) => profileList(await store.list(caller, kind, sliceOf(query)), query),
    async create({ caller, body: { name, year = currentYear(), lat, lon }, keepAnswer }) {
      const newProfile = {
        kind,
        name: (count: number) => name ?? `${LABELS[kind]} ${count + 1}`,
        year,
        lat: lat ?? DEFAULT_PLACE.lat,
        lon: lon ?? DEFAULT_PLACE.lon,
        state: EMPTY_STATE,
      }
      return summary(await store.create(caller, newProfile, keptAs(keepAnswer, summary)))
    },
    rename: async ({ caller, params, body }) => summary(await store.rename(caller, kind, params.id, body.name)),
    remove: ({ caller, params }) => store.remove(caller, kind, params.id),
    async chart({ caller, params, query: { view, index, startDate } }) {
      const start = startDate === undefined ? undefined : parseDate(startDate)
      if (start === null) throw new InvalidInput([violation(["startDate"], "date", { form: "day" })])
      assertNone(chartViolations({ view, index, startDate: start }))
      const { profile, curves } = await curvesOf(caller, params.id)
      const { year, lat, lon } = profile
      const request = { view, index, startDate: start && { ...start, year } }
      return profileChart(curves, request, { year, clock: siteOf(lat, lon) })
    },
    async csv({ caller, params, setHeader }) {
      const { profile, curves } = await curvesOf(caller, params.id)
      setHeader("content-type", "text/csv; charset=utf-8")
      setHeader("content-disposition", `attachment; filename="${fileNameOf(profile.name)}"`)
      return profileCsv(curves)
    },
  }
}

/** A file name that is valid on every system. */
const fileNameOf = (name: string): string =>
  `${
    name
      .normalize("NFKD")
      .replace(/[^\w.-]+/g, "-")
      .replace(/^-+|(?<!-)-+$/g, "") || "profile"
  }.csv`

const currentYear = (): number => Math.min(LAST_YEAR, Math.max(FIRST_YEAR, new Date().getUTCFullYear()))

/** Stores the answer about a profile for the key of its request, if any. */
export const keptAs = <Answer>(
  keepAnswer: KeepAnswer<Answer> | undefined,
  answerOf: (profile: Profile) => Answer,
): KeepProfile => keepAnswer && ((tx, profile) => keepAnswer(tx, answerOf(profile)))

/** Throws Conflict for an empty profile. */
export const assertHasHours = ({ totalKwh, kind, name }: Profile): void => {
  if (totalKwh === null) throw new Conflict("profile-without-hours", { name, kind })
}

/** Throws InvalidInput with the violations, if any. */
export const assertNone = (violations: readonly Violation[]): void => {
  if (violations.length > 0) throw new InvalidInput(violations)
}

/** Throws InvalidInput if a profile has the maximum number of parts. */
export const assertRoom = ({ layers, sources, assets }: ProfileState): void => {
  if (layers.length + sources.length + assets.length >= MAX_PARTS)
    throw new InvalidInput([violation([], "too-many-parts", { maximum: MAX_PARTS })])
}

/** Place and time for the parts of a profile. */
export const contextOf = ({ year, lat, lon }: Profile, provider: ProductionProvider): PartContext => ({
  year,
  lat,
  lon,
  provider,
})
