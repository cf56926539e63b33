import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto"
import { InvalidInput } from "../../domain/base/errors.ts"
import { violation } from "../../domain/base/validation/violation.ts"
import { isId } from "../../infra/ids.ts"
import { findProduct } from "../../store/batteryProducts.ts"
import type { Queries } from "../../store/database.ts"
import { countExisting } from "../../store/existing.ts"
import { claimKey, dropClaim, type KeyName, keepAnswer, replaceAnswer, sweepKeys } from "../../store/idempotencyKeys.ts"
import type { Owner } from "../../store/scans/read.ts"
import { HttpError, IdempotencyKeyReused } from "./errors.ts"

interface Call {
  request: Request
  /** Owner of the key; keys of different organizations and modes are independent. */
  caller: Owner
  /** Content of the request: a JSON value, or the bytes of an upload. */
  body: unknown
  /** The answer's status and headers, as the framework holds them. */
  set: { status?: number | string; headers: Record<string, string | number | undefined> }
}

/**
 * Runs a POST once for each `Idempotency-Key`. The same key with the same request within 24 hours gives the first
 * answer again, with `Idempotent-Replayed: true`. If the created object or its parts have been deleted, the header
 * `Idempotent-Resource: gone` is added and the body has ids only. A failed request may be repeated. Without a key,
 * every request runs. `make` sets the answer's status and location and returns its body, a JSON value. With a key it
 * is passed `keep`. Throws InvalidInput for an invalid key, IdempotencyKeyReused if the key was used with another
 * request, StillRunning while the first request has no answer yet.
 */
export type Once = <T>(call: Call, make: (keep?: KeepReply) => Promise<T>) => Promise<T>

/**
 * Stores the answer of a request in the transaction of its change, so that a connection lost at the commit leaves both
 * or neither. Throws StillRunning if another request has taken the key; the transaction must then be rolled back.
 */
export type KeepReply = (tx: Queries, reply: KeptReply) => Promise<void>

/** 409: the first request with this key is still being answered. */
export class StillRunning extends HttpError {
  readonly status = 409
  readonly code = "STILL_RUNNING"
  override readonly headers = { "retry-after": "1" }
  constructor() {
    super("idempotency-key-running")
  }
}

const HEADER = "idempotency-key"
const KEY = /^[\x20-\x7e]{1,255}$/
const KEPT_MS = 24 * 3_600_000
/** Age from which a claim belongs to a dead process, longer than any request runs. */
const CLAIM_MS = 180_000
const SWEEP_EVERY_MS = 600_000
/** Largest answer that replaces a stored answer after a wait [characters]: a report is not stored a second time. */
const MAX_REPLACING_CHARACTERS = 4_096
/** Maximum number of claims that a process remembers to release; other claims end by age. */
const MAX_STRANDED = 1_000

/** Text in an answer before the id of a created battery product. */
const PRODUCTS = "/v1/batteries/products/"

/** Stored parts of an answer. */
export interface KeptReply {
  status: number
  location?: string
  body: unknown
}

export const createOnce = (queries: Queries): Once => {
  let sweptAtMs = Date.now()
  const sweep = async (now: Date) => {
    if (now.getTime() - sweptAtMs < SWEEP_EVERY_MS) return
    sweptAtMs = now.getTime()
    await sweepKeys(queries, ago(now, KEPT_MS))
  }
  /** Claims of requests that ended while the database was unavailable. */
  const stranded: [KeyName, Date][] = []
  const takeBack = (claimed: [KeyName, Date]) =>
    dropClaim(queries, ...claimed).catch(() => {
      if (stranded.length < MAX_STRANDED) stranded.push(claimed)
    })
  return async <T>(call: Call, make: (keep?: KeepReply) => Promise<T>): Promise<T> => {
    const key = call.request.headers.get(HEADER)
    if (key === null) return make()
    if (!KEY.test(key)) throw new InvalidInput([violation(["Idempotency-Key"], "idempotency-key")])
    const now = new Date()
    await sweep(now)
    await Promise.all(stranded.splice(0).map(takeBack))
    const name = rowOf(call, key)
    const kept = await claim(queries, name, fingerprintOf(call), now)
    if (kept) return replay<T>(queries, call, unseal(key, kept))
    let written: string | undefined
    const keep: KeepReply = async (tx, reply) => {
      if (!(await keepAnswer(tx, name, now, seal(key, reply)))) throw new StillRunning()
      written = JSON.stringify(reply)
    }
    try {
      const body = await make(keep)
      const reply = replyOf(call.set, body)
      if (written === undefined) await keepAnswer(queries, name, now, seal(key, reply))
      // After a wait the answer can be fuller than the stored answer. A failure to replace it is harmless.
      else if (isFuller(JSON.stringify(reply), written))
        await replaceAnswer(queries, name, now, seal(key, reply)).catch(() => {})
      return body
    } catch (error) {
      await takeBack([name, now])
      throw error
    }
  }
}

const isFuller = (reply: string, written: string): boolean =>
  reply !== written && reply.length <= MAX_REPLACING_CHARACTERS

const rowOf = ({ caller: { organizationId, mode } }: Call, key: string): KeyName => ({
  organizationId,
  mode,
  keyHash: sha256("name", key).toString("hex"),
})

/** Stored answer of an earlier request; undefined if this request has claimed the key. */
const claim = async (
  queries: Queries,
  name: KeyName,
  fingerprint: string,
  now: Date,
): Promise<Uint8Array | undefined> => {
  const times = { now, keptSince: ago(now, KEPT_MS), aliveSince: ago(now, CLAIM_MS) }
  const claimed = await claimKey(queries, name, fingerprint, times)
  if (claimed === "ours") return undefined
  if (claimed === "gone") throw new StillRunning()
  if (claimed.fingerprint !== fingerprint) throw new IdempotencyKeyReused()
  if (!claimed.answer) throw new StillRunning()
  return claimed.answer
}

const replay = async <T>(queries: Queries, { set, caller }: Call, kept: KeptReply): Promise<T> => {
  const { status, location, body } = kept
  const isDeleted = await isGone(queries, caller, kept)
  if (isDeleted) set.headers["idempotent-resource"] = "gone"
  set.status = status
  if (location) set.headers.location = location
  set.headers["idempotent-replayed"] = "true"
  return (isDeleted ? withIdsOnly(body) : body) as T
}

/** True if an answer's created object or one of its parts has been deleted. */
const isGone = async (queries: Queries, owner: Owner, { location, body }: KeptReply): Promise<boolean> => {
  // Organizations choose the ids of products, which need not be UUIDs.
  if (location?.startsWith(PRODUCTS))
    return (await findProduct(queries, owner, location.slice(PRODUCTS.length))) === undefined
  const ids = idsIn(body)
  return ids.length > 0 && (await countExisting(queries, owner.organizationId, ids)) < ids.length
}

interface Made {
  id?: unknown
  run_uuid?: unknown
  record_id?: unknown
}

/** Ids of an answer's created objects: one object, or the items of a batch. */
const idsIn = (body: unknown): string[] => {
  if (typeof body !== "object" || body === null) return []
  const objects: Made[] = isBatch(body) ? body.items : [body]
  return objects.flatMap(({ id, run_uuid, record_id }) => {
    const named = id ?? run_uuid ?? record_id
    return typeof named === "string" && isId(named) ? [named] : []
  })
}

const isBatch = (body: object): body is { batchId?: unknown; items: Made[] } =>
  "items" in body && Array.isArray(body.items)

/** Answer without the deleted content, such as a customer's name. Refused items of a batch have no id and stay. */
const withIdsOnly = (body: unknown): unknown => {
  if (typeof body !== "object" || body === null) return body
  return isBatch(body) ? { batchId: body.batchId, items: body.items.map(idOnly) } : idOnly(body)
}

const idOnly = (object: Made): object => {
  const { id, run_uuid, record_id } = object
  if (id !== undefined) return { id }
  if (run_uuid !== undefined) return { run_uuid }
  return record_id === undefined ? object : { record_id }
}

/** A stored answer. */
export const replyOf = (set: Call["set"], body: unknown): KeptReply => ({
  status: Number(set.status ?? 200),
  ...(set.headers.location ? { location: String(set.headers.location) } : {}),
  body,
})

const fingerprintOf = ({ request, body }: Call): string => {
  const { pathname, search } = new URL(request.url)
  const content = body instanceof Uint8Array ? body : (JSON.stringify(body) ?? "")
  return sha256(`${request.method} ${pathname}${search}`, content).toString("hex")
}

/** The length comes first, so that different pairs never give equal bytes. */
const sha256 = (label: string, content: string | Uint8Array): Buffer =>
  createHash("sha256").update(`${label.length} ${label} `).update(content).digest()

const ago = (now: Date, ms: number): Date => new Date(now.getTime() - ms)

const CIPHER = "aes-256-gcm"
const IV_BYTES = 12
const TAG_BYTES = 16

/** Answers can contain secrets that are shown once, so they are encrypted with the key itself. */
const seal = (key: string, kept: KeptReply): Uint8Array => {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, sha256("seal", key), iv)
  const sealed = Buffer.concat([cipher.update(JSON.stringify(kept)), cipher.final()])
  return Buffer.concat([iv, cipher.getAuthTag(), sealed])
}

const unseal = (key: string, sealed: Uint8Array): KeptReply => {
  const decipher = createDecipheriv(CIPHER, sha256("seal", key), sealed.subarray(0, IV_BYTES))
  decipher.setAuthTag(sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES))
  const opened = Buffer.concat([decipher.update(sealed.subarray(IV_BYTES + TAG_BYTES)), decipher.final()])
  return JSON.parse(opened.toString()) as KeptReply
}
