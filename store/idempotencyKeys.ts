import { and, eq, isNull, lt, or } from "drizzle-orm"
import type { Queries } from "./database.ts"
import type { Owner } from "./scans/read.ts"
import { idempotencyKeys } from "./tables.ts"

/** A stored key. */
export interface KeyName extends Owner {
  /** Hex SHA-256 of the key. */
  keyHash: string
}

/** Start of a claim, and the time before which other claims have expired. */
export interface ClaimTimes {
  now: Date
  /** Earlier answers have expired. */
  keptSince: Date
  /** Earlier claims without an answer belong to processes that died. */
  aliveSince: Date
}

/** An earlier request with the same key; the answer is null while it runs. */
export interface EarlierRequest {
  fingerprint: string
  answer: Uint8Array | null
}

/**
 * Claims a key for a request. Otherwise returns the request that has the key, or "gone" if that claim ended in the
 * meantime.
 */
export const claimKey = async (
  queries: Queries,
  name: KeyName,
  fingerprint: string,
  { now, keptSince, aliveSince }: ClaimTimes,
): Promise<"ours" | "gone" | EarlierRequest> => {
  const isOver = lt(idempotencyKeys.createdAt, keptSince)
  const isAbandoned = and(isNull(idempotencyKeys.answer), lt(idempotencyKeys.createdAt, aliveSince))
  const claimed = await queries
    .insert(idempotencyKeys)
    .values({ ...name, fingerprint, createdAt: now })
    .onConflictDoUpdate({
      target: [idempotencyKeys.organizationId, idempotencyKeys.mode, idempotencyKeys.keyHash],
      set: { fingerprint, answer: null, createdAt: now },
      setWhere: or(isOver, isAbandoned)!,
    })
    .returning({ createdAt: idempotencyKeys.createdAt })
  if (claimed.length > 0) return "ours"
  const [row] = await queries.select().from(idempotencyKeys).where(named(name)).limit(1)
  return row ?? "gone"
}

/**
 * Keeps the answer of a claim that began at `claimedAt`; false if another request has the claim by now, or the claim
 * has its answer. Called in the transaction that stores the answer's object, so that both are stored or neither.
 */
export const keepAnswer = async (
  queries: Queries,
  name: KeyName,
  claimedAt: Date,
  answer: Uint8Array,
): Promise<boolean> => {
  const kept = await queries
    .update(idempotencyKeys)
    .set({ answer })
    .where(and(claimOf(name, claimedAt), isNull(idempotencyKeys.answer)))
    .returning({ createdAt: idempotencyKeys.createdAt })
  return kept.length > 0
}

/** Replaces the answer of a claim. */
export const replaceAnswer = async (
  queries: Queries,
  name: KeyName,
  claimedAt: Date,
  answer: Uint8Array,
): Promise<void> => {
  await queries.update(idempotencyKeys).set({ answer }).where(claimOf(name, claimedAt))
}

/**
 * Releases a claim without an answer, so that the request may be repeated. A claim with an answer stays: its object was
 * stored.
 */
export const dropClaim = async (queries: Queries, name: KeyName, claimedAt: Date): Promise<void> => {
  await queries.delete(idempotencyKeys).where(and(claimOf(name, claimedAt), isNull(idempotencyKeys.answer)))
}

/** Releases all claims without an answer; call it only while no request runs. */
export const dropClaims = async (queries: Queries): Promise<void> => {
  await queries.delete(idempotencyKeys).where(isNull(idempotencyKeys.answer))
}

/** Deletes the keys from before a moment. */
export const sweepKeys = async (queries: Queries, keptSince: Date): Promise<void> => {
  await queries.delete(idempotencyKeys).where(lt(idempotencyKeys.createdAt, keptSince))
}

const claimOf = (name: KeyName, claimedAt: Date) => and(named(name), eq(idempotencyKeys.createdAt, claimedAt))

const named = ({ organizationId, mode, keyHash }: KeyName) =>
  and(
    eq(idempotencyKeys.organizationId, organizationId),
    eq(idempotencyKeys.mode, mode),
    eq(idempotencyKeys.keyHash, keyHash),
  )
