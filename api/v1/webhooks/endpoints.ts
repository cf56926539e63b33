import { InvalidInput } from "../../../domain/base/errors.ts"
import { type Violation, violation } from "../../../domain/base/validation/violation.ts"
import { headerViolations } from "../../../domain/organization/events/webhookEvents.ts"
import { hashSecret, SECRET_PREFIX, standardKeyOf } from "../../../domain/organization/events/webhookSignature.ts"
import { newId, newToken } from "../../../infra/ids.ts"
import { AddressNotPublic, UrlNotCallable } from "../../../infra/outbound/errors.ts"
import { findTarget, type TargetOptions } from "../../../infra/outbound/target.ts"
import type { Database, Queries } from "../../../store/database.ts"
import { changeInTurn } from "../../../store/organizations.ts"
import type { Mode } from "../../../store/tables.ts"
import {
  changeEndpoint,
  countEndpoints,
  deleteEndpoint,
  findEndpoint as find,
  insertEndpoint,
  listEndpoints,
  type Endpoint as Row,
} from "../../../store/webhooks/endpoints.ts"
import { Conflict, orNotFound } from "../../http/errors.ts"
import { pageOf, sliceOf } from "../../http/lists.ts"
import type { KeepAnswer } from "../../http/operation.ts"
import { writeOnce } from "../../http/writeOnce.ts"
import type {
  Endpoint,
  EndpointChanges,
  EndpointList,
  EndpointListQuery,
  EndpointWithSecret,
  NewEndpoint,
} from "./schemas.ts"

/** Endpoints of one organization, of both modes together. */
const MAX_ENDPOINTS = 100
/** A multiple of three, so that its base64 ends without padding. */
const SECRET_BYTES = 33
/** A registration waits no longer for the address of its host; each delivery checks it anyway. */
const ADDRESS_WAIT_MS = 2_000

/** Manager of endpoints: a session, which sees both modes, or an API key, which sees only its own mode. */
export interface Manager {
  organizationId: string
  /** Default mode of new endpoints. */
  mode: Mode
  kind?: "key" | "session"
}

/** The mode to which a manager is bound, if any. */
const modeOf = ({ kind, mode }: Manager): Mode | undefined => (kind === "key" ? mode : undefined)

export interface EndpointService {
  /** Throws InvalidInput, or Conflict when the organization has too many. */
  create(
    manager: Manager,
    body: NewEndpoint,
    keepAnswer?: KeepAnswer<EndpointWithSecret> | undefined,
  ): Promise<EndpointWithSecret>
  list(manager: Manager, query: EndpointListQuery): Promise<EndpointList>
  read(manager: Manager, id: string): Promise<Endpoint>
  /** Looks the host of a changed URL up, which may take seconds. Throws InvalidInput. */
  check(manager: Manager, id: string, changes: EndpointChanges): Promise<void>
  /** A change that was checked. Throws InvalidInput. */
  update(manager: Manager, id: string, changes: EndpointChanges): Promise<Endpoint>
  /** Deletes the endpoint and the log of its deliveries. */
  remove(manager: Manager, id: string): Promise<void>
  /** A new secret; the old secret stops signing, or signs too for this number of seconds. */
  regenerateSecret(manager: Manager, id: string, overlapSeconds?: number): Promise<EndpointWithSecret>
}

/** The registration of webhook endpoints. Every method throws NotFound for an id of another organization. */
export const createEndpointService = ({ queries }: Database, reach: TargetOptions): EndpointService => {
  const change = async (manager: Manager, id: string, changes: Partial<Row>) =>
    orNotFound(await changeEndpoint(queries, ownedBy(manager), id, changes), "webhook-endpoint")
  return {
    async create(manager, body, keepAnswer) {
      const { url, events, headers = {}, mode = manager.mode, active = true } = body
      await assertSound({ url, headers }, reach)
      const { organizationId } = manager
      if (mode !== (modeOf(manager) ?? mode))
        throw new InvalidInput([violation(["mode"], "type", { expected: [{ values: [manager.mode] }] })])
      const secret = newSecret()
      const row = {
        id: newId(),
        organizationId,
        mode,
        url,
        events: unique(events),
        headers,
        active,
        retries: body.retries ?? false,
        parallelRequests: body.parallelRequests ?? null,
        ...keysOf(secret),
        previousSecretHash: null,
        previousStandardKey: null,
        previousUntil: null,
        createdAt: new Date(),
      }
      const insert = async (tx: Queries) => {
        const endpointCount = await countEndpoints(tx, organizationId)
        if (endpointCount >= MAX_ENDPOINTS) throw new Conflict("too-many-endpoints", { maximum: MAX_ENDPOINTS })
        await insertEndpoint(tx, row)
        return { ...shown(row), headers, secret }
      }
      return writeOnce(queries, keepAnswer, tx => changeInTurn(tx, organizationId, insert))
    },
    async list(manager, query) {
      const { organizationId } = manager
      const { rows, total } = await listEndpoints(
        queries,
        { organizationId, mode: modeOf(manager) ?? query.mode },
        sliceOf(query),
      )
      return pageOf(query, rows.map(shown), total)
    },
    read: async (manager, id) => shown(await findEndpoint(queries, manager, id)),
    async check(manager, id, { url, headers }) {
      await findEndpoint(queries, manager, id)
      await assertSound({ url, headers }, reach)
    },
    async update(manager, id, { url, events, headers, active, retries, parallelRequests }) {
      const current = await findEndpoint(queries, manager, id)
      const values = headers && unmasked(headers, current.headers)
      return shown(
        await change(manager, id, {
          url: url ?? current.url,
          events: events ? unique(events) : current.events,
          headers: values ?? current.headers,
          active: active ?? current.active,
          retries: retries ?? current.retries,
          parallelRequests: parallelRequests === undefined ? current.parallelRequests : parallelRequests,
        }),
      )
    },
    async remove(manager, id) {
      orNotFound(await deleteEndpoint(queries, ownedBy(manager), id), "webhook-endpoint")
    },
    async regenerateSecret(manager, id, overlapSeconds = 0) {
      const { secretHash, standardKey } = await findEndpoint(queries, manager, id)
      const secret = newSecret()
      const previous =
        overlapSeconds > 0
          ? { hash: secretHash, key: standardKey, until: new Date(Date.now() + overlapSeconds * 1000) }
          : { hash: null, key: null, until: null }
      const changed = await change(manager, id, {
        ...keysOf(secret),
        previousSecretHash: previous.hash,
        previousStandardKey: previous.key,
        previousUntil: previous.until,
      })
      return { ...shown(changed), secret }
    },
  }
}

/** The manager's endpoint. Throws NotFound. */
export const findEndpoint = async (queries: Queries, manager: Manager, id: string): Promise<Row> =>
  orNotFound(await find(queries, ownedBy(manager), id), "webhook-endpoint")

const ownedBy = (manager: Manager) => ({ organizationId: manager.organizationId, mode: modeOf(manager) })

/**
 * A new signing secret: what follows its prefix is base64, as Standard Webhooks has it, of letters and digits alone.
 */
const newSecret = () => `${SECRET_PREFIX}${newToken(SECRET_BYTES).replaceAll("-", "x").replaceAll("_", "y")}`

/** Stored parts of a secret: a key for each kind of signature. */
const keysOf = (secret: string) => ({ secretHash: hashSecret(secret), standardKey: standardKeyOf(secret) })

const unique = <T>(events: readonly T[]): T[] => [...new Set(events)]

/**
 * Shown instead of the value of an endpoint's own header: a credential of the receiver, which its creator alone was
 * shown.
 */
const MASK = "********"

const masked = (headers: Record<string, string>) => Object.fromEntries(Object.keys(headers).map(name => [name, MASK]))

/** A mask in a change is replaced by the stored value. Throws InvalidInput where none is. */
const unmasked = (headers: Record<string, string>, kept: Record<string, string>): Record<string, string> => {
  const missing = Object.keys(headers).filter(name => headers[name] === MASK && kept[name] === undefined)
  if (missing.length > 0) throw new InvalidInput(missing.map(name => violation(["headers", name], "header-masked")))
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, value === MASK ? (kept[name] ?? value) : value]),
  )
}

const shown = ({ id, url, events, headers, mode, active, previousUntil, createdAt, ...limits }: Row): Endpoint => ({
  id,
  url,
  events,
  headers: masked(headers),
  mode,
  active,
  retries: limits.retries,
  parallelRequests: limits.parallelRequests,
  previousSecretUntil: previousUntil && previousUntil > new Date() ? previousUntil.toISOString() : null,
  createdAt: createdAt.toISOString(),
})

const assertSound = async (
  { url, headers = {} }: { url?: string | undefined; headers?: Record<string, string> | undefined },
  reach: TargetOptions,
): Promise<void> => {
  const violations = [...(url === undefined ? [] : await urlViolations(url, reach)), ...headerViolations(headers)]
  if (violations.length > 0) throw new InvalidInput(violations)
}

/** The URL standard repairs more than this: `https:///host`, and spaces and line ends around it. */
const WRITTEN_URL = /^https?:\/\/[^/\\?#\s]\S*$/i

/** A host that cannot be resolved now may be there later: only a wrong URL and an address known to be private count. */
const urlViolations = async (url: string, reach: TargetOptions): Promise<Violation[]> => {
  try {
    await Promise.race([findTarget(url, reach), Bun.sleep(ADDRESS_WAIT_MS)])
  } catch (error) {
    if (error instanceof UrlNotCallable) return [violation(["url"], "not-a-url", { reason: error.reason })]
    if (error instanceof AddressNotPublic) return [violation(["url"], "url-not-public", { host: error.host })]
  }
  return WRITTEN_URL.test(url) ? [] : [violation(["url"], "not-a-url", { reason: "not-absolute" })]
}
