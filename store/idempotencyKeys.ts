import { and, eq, isNull, lt, or } from "drizzle-orm"
import type { Queries } from "./database.ts"
import type { Owner } from "./scans/read.ts"
import { idempotencyKeys } from "./tables.ts"

/** A key as it is stored. */
export interface KeyName extends Owner {
  /** Hex SHA-256 of the key. */
  keyHash: string
}

/** When a claim begins, and when those of others count no more. */
export interface ClaimTimes {
  now: Date
  /** Answers of before count no more. */
  keptSince: Date
  /** Claims of before without an answer are of processes that died. */
  aliveSince: Date
}

/** An earlier request with the same key; the answer is null while it runs. */
export interface EarlierRequest {
  fingerprint: string
  answer: Uint8Array | null
}

/** Claims a key for a request; else the request that has it: "gone" when it went away at this moment. */
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
 * Keeps the answer of a claim that began at `claimedAt`; false where the claim is another request's by now, or has its
 * answer. In the transaction that stores what the answer says, both are stored or none.
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

/** Puts another answer in the place of the one that a claim has. */
export const replaceAnswer = async (
  queries: Queries,
  name: KeyName,
  claimedAt: Date,
  answer: Uint8Array,
): Promise<void> => {
  await queries.update(idempotencyKeys).set({ answer }).where(claimOf(name, claimedAt))
}

/**
 * Takes a claim without an answer back, so that the request may be repeated. One with an answer stays: what it says was
 * stored.
 */
export const dropClaim = async (queries: Queries, name: KeyName, claimedAt: Date): Promise<void> => {
  await queries.delete(idempotencyKeys).where(and(claimOf(name, claimedAt), isNull(idempotencyKeys.answer)))
}

/** Takes all claims without an answer back, for a moment at which no request runs. */
export const dropClaims = async (queries: Queries): Promise<void> => {
  await queries.delete(idempotencyKeys).where(isNull(idempotencyKeys.answer))
}

/** Deletes the keys of before a moment. */
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
