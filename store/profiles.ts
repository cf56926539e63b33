import { and, count, eq, getTableColumns, sql } from "drizzle-orm"
import type { ProfileCurves } from "../domain/site/profiles/curves.ts"
import {
  curvesOf,
  definitionsOf,
  figuresOf,
  hasSameHours,
  type ProfileKind,
  type ProfileState,
  packCurves,
  packHours,
  unpackCurves,
  unpackState,
} from "../domain/site/profiles/state.ts"
import { isId, newId } from "../infra/ids.ts"
import type { Queries } from "./database.ts"
import { readableBy, writableBy } from "./modes.ts"
import { changeInTurn } from "./organizations.ts"
import { type Page, pageByKey, type Slice } from "./page.ts"
import type { Owner } from "./scans/read.ts"
import { profileStates, profiles } from "./tables.ts"

/** A profile as lists show it. */
export type Profile = typeof profiles.$inferSelect

/** A profile with all its parts. */
export interface WholeProfile {
  profile: Profile
  state: ProfileState
}

/** Key of a profile: id and caller, of one kind or of any. */
export interface ProfileKey extends Owner {
  id: string
  kind?: ProfileKind | undefined
}

/** A changed state; missing curves are computed from its parts. */
export interface ProfileChange {
  state: ProfileState
  curves?: ProfileCurves
  year?: number
}

/** Contents of a new profile. */
export interface NewProfile {
  kind: ProfileKind
  /** Receives the number of the profiles of the kind and mode. */
  name: (count: number) => string
  year: number
  lat: number
  lon: number
  state: ProfileState
  /** Curves to store; if absent, computed from the state. */
  curves?: ProfileCurves
}

/** A part of the profiles that the caller may read, newest first. */
export const listProfiles = (
  queries: Queries,
  { kind, ...owner }: Omit<ProfileKey, "id">,
  slice: Slice,
): Promise<Page<Profile>> => {
  const readable = and(readableBy(profiles, owner), kind && eq(profiles.kind, kind))
  const list = { table: profiles, id: profiles.id, where: readable }
  return pageByKey(queries, list, slice, ({ where, order, limit }) =>
    queries.select().from(profiles).where(where).orderBy(order).limit(limit),
  )
}

export const findProfile = async (queries: Queries, key: ProfileKey): Promise<Profile | undefined> => {
  if (!isId(key.id)) return undefined
  const [profile] = await queries.select().from(profiles).where(named(key)).limit(1)
  return profile
}

/** A profile with its parts. */
export const findWholeProfile = async (queries: Queries, key: ProfileKey): Promise<WholeProfile | undefined> => {
  if (!isId(key.id)) return undefined
  const [row] = await queries
    .select({
      profile: getTableColumns(profiles),
      definitions: profileStates.definitions,
      hours: profileStates.hours,
    })
    .from(profiles)
    .innerJoin(profileStates, eq(profileStates.profileId, profiles.id))
    .where(named(key))
    .limit(1)
  return row && { profile: row.profile, state: unpackState(row.definitions, row.hours) }
}

/** A profile with its parts and their curves, all of one version. */
export const findProfileToSolve = async (
  queries: Queries,
  key: ProfileKey,
): Promise<(WholeProfile & { curves: ProfileCurves }) | undefined> => {
  const [row] = await queries
    .select({ profile: getTableColumns(profiles), stored: getTableColumns(profileStates) })
    .from(profiles)
    .innerJoin(profileStates, eq(profileStates.profileId, profiles.id))
    .where(named(key))
    .limit(1)
  if (!row) return undefined
  const { definitions, hours, curves } = row.stored
  return { profile: row.profile, state: unpackState(definitions, hours), curves: unpackCurves(curves) }
}

/** Stored curves of a profile; undefined if deleted. */
export const profileCurves = async (queries: Queries, id: string): Promise<ProfileCurves | undefined> => {
  const [row] = await queries
    .select({ curves: profileStates.curves })
    .from(profileStates)
    .where(eq(profileStates.profileId, id))
  return row && unpackCurves(row.curves)
}

/**
 * Stores a new profile; undefined if the organization already has `most` of the kind and mode, however many requests
 * arrive at once.
 */
export const insertProfile = (
  queries: Queries,
  owner: Owner & { userId: string | null },
  created: NewProfile,
  most: number,
): Promise<Profile | undefined> => {
  const { kind, year, lat, lon } = created
  const { figures, stored } = storedOf(created.state, created.curves)
  return changeInTurn(queries, owner.organizationId, async tx => {
    const { present } = (
      await tx
        .select({ present: count() })
        .from(profiles)
        .where(and(writableBy(profiles, owner), eq(profiles.kind, kind)))
    )[0]!
    if (present >= most) return undefined
    const now = new Date()
    const name = created.name(present)
    const [profile] = await tx
      .insert(profiles)
      .values({ id: newId(), ...owner, kind, name, year, lat, lon, ...figures, createdAt: now, updatedAt: now })
      .returning()
    await tx.insert(profileStates).values({ profileId: profile!.id, ...stored, hours: packHours(created.state) })
    return profile!
  })
}

/** Renames a profile and returns it; undefined if deleted. */
export const renameProfile = async (queries: Queries, key: ProfileKey, name: string): Promise<Profile | undefined> => {
  if (!isId(key.id)) return undefined
  const [renamed] = await queries.update(profiles).set({ name, updatedAt: new Date() }).where(written(key)).returning()
  return renamed
}

/** True if the profile existed. */
export const deleteProfile = async (queries: Queries, key: ProfileKey): Promise<boolean> => {
  if (!isId(key.id)) return false
  return (await queries.delete(profiles).where(written(key)).returning({ id: profiles.id })).length > 0
}

/**
 * Writes a change in one statement. Undefined when the profile changed since it was read as `before`, or is gone. The
 * hours, most of its bytes, stay unchanged if the parts are equal to the parts of state `previous`.
 */
export const changeProfile = async (
  queries: Queries,
  before: Profile,
  change: ProfileChange,
  previous?: ProfileState,
): Promise<Profile | undefined> => {
  const { figures, stored } = storedOf(change.state, change.curves)
  const hours = previous && hasSameHours(change.state, previous) ? {} : { hours: packHours(change.state) }
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

const named = ({ kind, id, ...owner }: ProfileKey) =>
  and(readableBy(profiles, owner), eq(profiles.id, id), kind && eq(profiles.kind, kind))

const written = (key: ProfileKey) => and(named(key), eq(profiles.mode, key.mode))

/** Row values of a state without its hours. */
const storedOf = (state: ProfileState, savedCurves: ProfileCurves | undefined) => {
  const combined = curvesOf(state)
  const curves = savedCurves ?? combined.curves
  return {
    figures: figuresOf(state, curves, combined.lacksSolar),
    stored: { definitions: definitionsOf(state), curves: packCurves(curves) },
  }
}
