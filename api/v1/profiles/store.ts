import { and, count, desc, eq, getTableColumns, sql } from "drizzle-orm"
import type { ProfileCurves } from "../../../domain/site/profiles/curves.ts"
import {
  curvesOf,
  definitionsOf,
  figuresOf,
  hasSameHours,
  type ProfileDefinitions,
  type ProfileKind,
  type ProfileState,
  packCurves,
  packHours,
  unpackCurves,
  unpackState,
} from "../../../domain/site/profiles/state.ts"
import { isId, newId } from "../../../infra/ids.ts"
import type { Database, Queries } from "../../../store/database.ts"
import { profileStates, profiles } from "../../../store/tables.ts"
import type { Caller } from "../../credentials/authenticate.ts"
import { Conflict, NotFound } from "../../http/errors.ts"

/** A profile as lists show it. */
export type Profile = typeof profiles.$inferSelect

/** A profile and all that it is made of. */
export interface WholeProfile {
  profile: Profile
  state: ProfileState
}

/** A changed state; curves that are not given are worked out from its parts. */
export interface Change {
  state: ProfileState
  curves?: ProfileCurves
  year?: number
}

/** What a new profile begins with. */
export interface NewProfile {
  kind: ProfileKind
  /** Given the number of profiles of the kind that the organization has. */
  name: (count: number) => string
  year: number
  lat: number
  lon: number
  state: ProfileState
  /** Curves to take over; absent: worked out from the state. */
  curves?: ProfileCurves
}

/** Profiles in the database: every query is bound to the caller's organization. */
export interface ProfileStore {
  /** One page, newest first, of one kind or of all. */
  list(
    caller: Caller,
    kind: ProfileKind | undefined,
    page: number,
    limit: number,
  ): Promise<{ rows: Profile[]; total: number }>
  create(caller: Caller, made: NewProfile): Promise<Profile>
  /** Throws NotFound, as all below. */
  find(caller: Caller, kind: ProfileKind | undefined, id: string): Promise<Profile>
  whole(caller: Caller, kind: ProfileKind, id: string): Promise<WholeProfile>
  curves(profile: Profile): Promise<ProfileCurves>
  rename(caller: Caller, kind: ProfileKind, id: string, name: string): Promise<Profile>
  remove(caller: Caller, kind: ProfileKind, id: string): Promise<void>
  /**
   * Changes a profile: `change` gets it as it is and makes it anew, which may take a while; curves and totals are written with
   * it in one transaction. When another change came first, `change` is asked again.
   */
  change(
    caller: Caller,
    kind: ProfileKind,
    id: string,
    change: (whole: WholeProfile) => Promise<Change>,
  ): Promise<Profile>
  /** As `change`, for a state that owes nothing to the one before, which is not read. */
  replace(caller: Caller, kind: ProfileKind, id: string, make: (profile: Profile) => Promise<Change>): Promise<Profile>
}

/** Times that a change is tried when others keep coming first. */
const MAX_CHANGE_TRIES = 10
const NAMES: Record<ProfileKind | "any", string> = {
  studio: "studio profile",
  energyhub: "energyhub profile",
  laadplein: "laadplein profile",
  any: "profile",
}

export const createProfileStore = ({ queries }: Database): ProfileStore => {
  const find = (caller: Caller, kind: ProfileKind | undefined, id: string) => findProfile(queries, caller, kind, id)
  const whole = (caller: Caller, kind: ProfileKind, id: string) => wholeProfile(queries, caller, kind, id)
  return {
    find,
    whole,
    list: ({ organizationId }, kind, page, limit) => listPage(queries, organizationId, kind, page, limit),
    create: (caller, made) => insertProfile(queries, caller, made),
    async curves({ id }) {
      const [row] = await queries
        .select({ curves: profileStates.curves })
        .from(profileStates)
        .where(eq(profileStates.profileId, id))
      if (!row) throw new NotFound(NAMES.any)
      return unpackCurves(row.curves)
    },
    async rename(caller, kind, id, name) {
      const { id: found } = await find(caller, kind, id)
      const [renamed] = await queries
        .update(profiles)
        .set({ name, updatedAt: new Date() })
        .where(eq(profiles.id, found))
        .returning()
      if (!renamed) throw new NotFound(NAMES[kind])
      return renamed
    },
    async remove(caller, kind, id) {
      const { id: found } = await find(caller, kind, id)
      await queries.delete(profiles).where(eq(profiles.id, found))
    },
    change: (caller, kind, id, change) =>
      untilWritten(async () => {
        const before = await whole(caller, kind, id)
        return writeChange(queries, before.profile, await change(before), before.state)
      }),
    replace: (caller, kind, id, make) =>
      untilWritten(async () => {
        const profile = await find(caller, kind, id)
        return writeChange(queries, profile, await make(profile))
      }),
  }
}

/** Tries a change until no other came first. Throws Conflict when others keep coming. */
const untilWritten = async (tryChange: () => Promise<Profile | undefined>): Promise<Profile> => {
  for (let attempt = 0; attempt < MAX_CHANGE_TRIES; attempt++) {
    const written = await tryChange()
    if (written) return written
  }
  throw new Conflict("the profile is being changed by others all the time; try again in a moment")
}

/** One query gives a page and the number of all; only beyond the last page a second one counts them. */
const listPage = async (
  queries: Queries,
  organizationId: string,
  kind: ProfileKind | undefined,
  page: number,
  limit: number,
): Promise<{ rows: Profile[]; total: number }> => {
  const where = and(eq(profiles.organizationId, organizationId), kind && eq(profiles.kind, kind))
  const found = await queries
    .select({ ...getTableColumns(profiles), total: queries.$count(profiles, where) })
    .from(profiles)
    .where(where)
    .orderBy(desc(profiles.id))
    .limit(limit)
    .offset((page - 1) * limit)
  const total = found[0]?.total ?? (page > 1 ? await queries.$count(profiles, where) : 0)
  return { rows: found, total }
}

const ownProfile = ({ organizationId }: Caller, kind: ProfileKind | undefined, id: string) =>
  and(eq(profiles.organizationId, organizationId), eq(profiles.id, id), kind && eq(profiles.kind, kind))

const findProfile = async (
  queries: Queries,
  caller: Caller,
  kind: ProfileKind | undefined,
  id: string,
): Promise<Profile> => {
  const [profile] = isId(id)
    ? await queries
        .select()
        .from(profiles)
        .where(ownProfile(caller, kind, id))
        .limit(1)
    : []
  if (!profile) throw new NotFound(NAMES[kind ?? "any"])
  return profile
}

const wholeProfile = async (queries: Queries, caller: Caller, kind: ProfileKind, id: string): Promise<WholeProfile> => {
  const [row] = isId(id)
    ? await queries
        .select({
          profile: getTableColumns(profiles),
          definitions: profileStates.definitions,
          hours: profileStates.hours,
        })
        .from(profiles)
        .innerJoin(profileStates, eq(profileStates.profileId, profiles.id))
        .where(ownProfile(caller, kind, id))
        .limit(1)
    : []
  if (!row) throw new NotFound(NAMES[kind])
  return { profile: row.profile, state: unpackState(row.definitions as ProfileDefinitions, row.hours) }
}

/** Row values of a state but its hours. */
const rowsOf = (state: ProfileState, given: ProfileCurves | undefined) => {
  const combined = curvesOf(state)
  const curves = given ?? combined.curves
  return {
    figures: figuresOf(state, curves, combined.lacksSolar),
    stored: { definitions: definitionsOf(state), curves: packCurves(curves) },
  }
}

const insertProfile = (queries: Queries, caller: Caller, made: NewProfile): Promise<Profile> => {
  const { kind, year, lat, lon } = made
  const { figures, stored } = rowsOf(made.state, made.curves)
  const { organizationId } = caller
  return queries.transaction(async tx => {
    const [{ present }] = await tx
      .select({ present: count() })
      .from(profiles)
      .where(and(eq(profiles.organizationId, organizationId), eq(profiles.kind, kind)))
    const now = new Date()
    const [profile] = await tx
      .insert(profiles)
      .values({
        id: newId(),
        organizationId,
        userId: caller.kind === "session" ? caller.userId : null,
        kind,
        name: made.name(present),
        year,
        lat,
        lon,
        ...figures,
        createdAt: now,
        updatedAt: now,
      })
      .returning()
    await tx.insert(profileStates).values({ profileId: profile.id, ...stored, hours: packHours(made.state) })
    return profile
  })
}

/**
 * Writes a change in one statement, unless the profile changed since it was read or is gone. The hours, most of its bytes,
 * are left as they are when the parts still have those of the state `known`.
 */
const writeChange = async (
  queries: Queries,
  before: Profile,
  change: Change,
  known?: ProfileState,
): Promise<Profile | undefined> => {
  const { figures, stored } = rowsOf(change.state, change.curves)
  const hours = known && hasSameHours(change.state, known) ? {} : { hours: packHours(change.state) }
  const values = { ...figures, year: change.year ?? before.year, updatedAt: new Date() }
  const moved = queries.$with("moved").as(
    queries
      .update(profiles)
      .set({ ...values, version: sql`${profiles.version} + 1` })
      .where(and(eq(profiles.id, before.id), eq(profiles.version, before.version)))
      .returning({ id: profiles.id }),
  )
  const written = await queries
    .with(moved)
    .update(profileStates)
    .set({ ...stored, ...hours })
    .where(eq(profileStates.profileId, sql`(select id from moved)`))
    .returning({ id: profileStates.profileId })
  return written.length > 0 ? { ...before, ...values, version: before.version + 1 } : undefined
}
