import type { Thing } from "../../../domain/organization/refusal.ts"
import type { ProfileCurves } from "../../../domain/site/profiles/curves.ts"
import type { ProfileKind } from "../../../domain/site/profiles/state.ts"
import type { Database, Queries } from "../../../store/database.ts"
import type { Page, Slice } from "../../../store/page.ts"
import {
  changeProfile,
  deleteProfile,
  findProfile,
  findWholeProfile,
  insertProfile,
  listProfiles,
  type NewProfile,
  type Profile,
  type ProfileChange,
  type ProfileKey,
  profileCurves,
  renameProfile,
  type WholeProfile,
} from "../../../store/profiles.ts"
import { transaction } from "../../../store/transaction.ts"
import type { Caller } from "../../credentials/callers.ts"
import { Conflict, orNotFound } from "../../http/errors.ts"
import { assertOwnMode } from "../../http/ownMode.ts"

/** Called with the written profile, in the writing transaction; an error rolls that back. */
export type KeepProfile = ((tx: Queries, profile: Profile) => Promise<void>) | undefined

/** Profiles in the database: every query is bound to the caller's organization and mode. */
export interface ProfileStore {
  /** One page, newest first, of one kind or of all. */
  list(caller: Caller, kind: ProfileKind | undefined, slice: Slice): Promise<Page<Profile>>
  create(caller: Caller, newProfile: NewProfile, keep?: KeepProfile): Promise<Profile>
  /** Throws NotFound, as all below. */
  find(caller: Caller, kind: ProfileKind | undefined, id: string): Promise<Profile>
  /** Throws Forbidden for a profile of the other mode too, as all changes. */
  findToChange(caller: Caller, kind: ProfileKind, id: string): Promise<Profile>
  whole(caller: Caller, kind: ProfileKind, id: string): Promise<WholeProfile>
  curves(profile: Profile): Promise<ProfileCurves>
  rename(caller: Caller, kind: ProfileKind, id: string, name: string): Promise<Profile>
  remove(caller: Caller, kind: ProfileKind, id: string): Promise<void>
  /**
   * Changes a profile: `change` gets its current state and returns a new one, which may take a while; curves and totals
   * are written with it in one transaction. When another change came first, `change` is asked again.
   */
  change(
    caller: Caller,
    kind: ProfileKind,
    id: string,
    change: (whole: WholeProfile) => Promise<ProfileChange>,
    keep?: KeepProfile,
  ): Promise<Profile>
  /** Like `change`, for a state that does not depend on the previous state, which is not read. */
  replace(
    caller: Caller,
    kind: ProfileKind,
    id: string,
    make: (profile: Profile) => Promise<ProfileChange>,
  ): Promise<Profile>
}

/** Times that a change is tried when others keep coming first. */
const MAX_CHANGE_TRIES = 10
/** Profiles of one kind that an organization keeps in a mode. */
const MAX_PROFILES = 10_000

export const createProfileStore = ({ queries }: Database): ProfileStore => {
  const keyOf = ({ organizationId, mode }: Caller, kind: ProfileKind | undefined, id: string): ProfileKey => ({
    ...{ organizationId, mode },
    ...{ kind, id },
  })
  const find = async (caller: Caller, kind: ProfileKind | undefined, id: string) =>
    orNotFound(await findProfile(queries, keyOf(caller, kind, id)), thingOf(kind))
  const whole = async (caller: Caller, kind: ProfileKind, id: string) =>
    orNotFound(await findWholeProfile(queries, keyOf(caller, kind, id)), thingOf(kind))
  const findToChange = async (caller: Caller, kind: ProfileKind, id: string) => {
    const profile = await find(caller, kind, id)
    assertOwnMode(caller, profile.mode, { what: thingOf(kind), id })
    return profile
  }
  return {
    find,
    findToChange,
    whole,
    list: ({ organizationId, mode }, kind, slice) => listProfiles(queries, { organizationId, mode, kind }, slice),
    async create(caller, newProfile, keep) {
      const userId = caller.kind === "session" ? caller.userId : null
      const owner = { organizationId: caller.organizationId, mode: caller.mode, userId }
      const profile = await kept(queries, keep, tx => insertProfile(tx, owner, newProfile, MAX_PROFILES))
      if (profile) return profile
      throw new Conflict("too-many-profiles", { maximum: MAX_PROFILES })
    },
    curves: async ({ id }) => orNotFound(await profileCurves(queries, id), "profile"),
    async rename(caller, kind, id, name) {
      await findToChange(caller, kind, id)
      return orNotFound(await renameProfile(queries, keyOf(caller, kind, id), name), thingOf(kind))
    },
    async remove(caller, kind, id) {
      await findToChange(caller, kind, id)
      orNotFound(await deleteProfile(queries, keyOf(caller, kind, id)), thingOf(kind))
    },
    change: (caller, kind, id, change, keep) =>
      untilWritten(async () => {
        const before = await whole(caller, kind, id)
        assertOwnMode(caller, before.profile.mode, { what: thingOf(kind), id })
        const changed = await change(before)
        return kept(queries, keep, tx => changeProfile(tx, before.profile, changed, before.state))
      }),
    replace: (caller, kind, id, make) =>
      untilWritten(async () => {
        const profile = await findToChange(caller, kind, id)
        return changeProfile(queries, profile, await make(profile))
      }),
  }
}

/** Writes a profile with its stored summary; undefined if it was not written. */
const kept = (
  queries: Queries,
  keep: KeepProfile,
  write: (queries: Queries) => Promise<Profile | undefined>,
): Promise<Profile | undefined> => {
  if (!keep) return write(queries)
  return transaction(queries, async tx => {
    const profile = await write(tx)
    if (profile) await keep(tx, profile)
    return profile
  })
}

const thingOf = (kind: ProfileKind | undefined): Thing => (kind ? `${kind}-profile` : "profile")

/** Tries a change until no other came first. Throws Conflict when others keep coming. */
const untilWritten = async (tryChange: () => Promise<Profile | undefined>): Promise<Profile> => {
  for (let attempt = 0; attempt < MAX_CHANGE_TRIES; attempt++) {
    const written = await tryChange()
    if (written) return written
  }
  throw new Conflict("profile-busy")
}
