import type { Api } from "../../api/index.ts"
import type { Clock, Process } from "./clock.ts"
import type { Faults } from "./faults.ts"
import { type Invariants, Violated } from "./invariants.ts"
import type { Random } from "./random.ts"

/** An API that can be called. */
export interface Reachable {
  process: Process
  api: Api
}

/** A key of an organization. */
export interface Credential {
  organization: string
  mode: "live" | "sandbox"
  key: string
}

interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: a JSON value, read by its fields
  body: any
}

const TIMEOUT_MS = 30_000
const TRIES = 8
const REQUEST = { location: { lat: 52.1, lon: 5.18 }, inputMethod: "known", yearlyKwh: 2800 }
const ORDER = ["pending", "processing", "completed", "error"]
const MAX_KNOWN = 200

/** No answer arrived. */
class NoAnswer extends Error {
  constructor() {
    super("no answer came")
  }
}

interface ClientOptions {
  random: Random
  faults: Faults
  invariants: Invariants
  apis: () => Reachable[]
  credentials: readonly Credential[]
}

interface KnownScan {
  id: string
  credential: Credential
  /** Last state that was read. */
  seen: number
  isDeleted: boolean
}

/** Reads the events of one key in their order. */
interface Follower {
  credential: Credential
  cursor: string
  seen: Set<string>
}

/** Knowledge and means of the clients. */
interface Desk extends Caller {
  random: Random
  invariants: Invariants
  known: KnownScan[]
  counts: { keys: number; accepted: number; refused: number; deleted: number }
}

type Caller = ReturnType<typeof createCaller>

/** Network between clients and service, for requests and answers. */
const createCaller = (clock: Clock, { random, faults, apis }: ClientOptions) => {
  const send = async (request: Request): Promise<Answer> => {
    await clock.pass(random.between(0.1, 5))
    const reachable = apis()
    if (reachable.length === 0) throw new NoAnswer()
    const { process: server, api } = random.pick(reachable)
    const answered = clock.as(server, () =>
      api.fetch(request).then(async answer => ({ status: answer.status, body: await bodyOf(answer) })),
    )
    const answer = await Promise.race([answered, clock.as(undefined, () => clock.pass(TIMEOUT_MS))])
    if (!answer || !server.isAlive || random.happens(faults.answerLost)) throw new NoAnswer()
    await clock.as(undefined, () => clock.pass(random.between(0.1, 5)))
    return answer
  }
  const call = (credential: Credential, method: string, path: string, body?: object, key?: string) => {
    const headers: Record<string, string> = { host: "localhost", "x-api-key": credential.key }
    if (body) headers["content-type"] = "application/json"
    if (key) headers["idempotency-key"] = key
    return send(
      new Request(`http://localhost${path}`, { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) }),
    )
  }
  const insist = async (ask: () => Promise<Answer>): Promise<Answer | undefined> => {
    for (let i = 0; i < TRIES; i++) {
      const answer = await ask().catch(error => {
        if (!(error instanceof NoAnswer)) throw error
        return undefined
      })
      if (answer && answer.status < 500 && answer.status !== 409) return answer
      await clock.pass(random.between(200, 1_000 * 2 ** i))
    }
    return undefined
  }
  return { call, insist }
}

const accept = ({ counts, invariants, known }: Desk, id: string, credential: Credential, asked: string) => {
  counts.accepted++
  const scan = invariants.scans.get(id)
  if (scan && scan.dossier !== asked)
    throw new Violated("an answer is of its own request", `${id}: ${scan.dossier} for ${asked}`)
  if (!scan || scan.organization !== credential.organization)
    throw new Violated("what was answered as accepted is stored", id)
  if (!known.some(each => each.id === id)) known.push({ id, credential, seen: 0, isDeleted: false })
}

const create = async (desk: Desk, credential: Credential): Promise<void> => {
  const { random, counts, call, insist } = desk
  const key = `key-${counts.keys++}`
  const isOnce = random.happens(0.7)
  const body = { ...REQUEST, dossierId: key }
  const ask = () => call(credential, "POST", "/v1/scans", body, isOnce ? key : undefined)
  const first = isOnce ? await insist(ask) : await ask().catch(() => undefined)
  if (!first) return
  if (first.status !== 201) return void counts.refused++
  accept(desk, first.body.id, credential, key)
  if (!isOnce || random.happens(0.7)) return
  const again = await insist(ask)
  if (again?.status === 201 && again.body.id !== first.body.id)
    throw new Violated("one idempotency key makes one scan", `${first.body.id} and ${again.body.id}`)
}

const createBatch = async (desk: Desk, credential: Credential): Promise<void> => {
  const { random, counts, call, insist } = desk
  const key = `key-${counts.keys++}`
  const scans = Array.from({ length: random.whole(2, 6) }, (_, i) => ({ ...REQUEST, dossierId: `${key}-${i}` }))
  const answer = await insist(() => call(credential, "POST", "/v1/scans/batch", { scans }, key))
  const items: { id?: string }[] = answer?.status === 201 ? answer.body.items : []
  items.forEach(({ id }, i) => {
    if (id) accept(desk, id, credential, `${key}-${i}`)
    else counts.refused++
  })
}

const read = async ({ random, known, call }: Desk): Promise<void> => {
  if (known.length === 0) return
  const scan = random.pick(known)
  const answer = await call(scan.credential, "GET", `/v1/scans/${scan.id}/status`).catch(() => undefined)
  if (answer?.status === 404 && !scan.isDeleted) throw new Violated("an accepted scan can be read", scan.id)
  if (answer?.status !== 200) return
  const place = ORDER.indexOf(answer.body.status)
  if (place < scan.seen)
    throw new Violated("who reads a scan never sees it go back", `${scan.id} ${answer.body.status}`)
  scan.seen = place
}

const remove = async ({ random, counts, known, call, insist }: Desk): Promise<void> => {
  const left = known.filter(({ isDeleted }) => !isDeleted)
  if (left.length === 0) return
  const scan = random.pick(left)
  scan.isDeleted = true
  const answer = await insist(() => call(scan.credential, "DELETE", `/v1/scans/${scan.id}`))
  if (!answer) return
  counts.deleted++
  const after = await insist(() => call(scan.credential, "GET", `/v1/scans/${scan.id}/status`))
  if (after && after.status !== 404) throw new Violated("a deleted scan stays deleted", `${scan.id} ${after.status}`)
}

/** Reads events until the service has no more; false if no answer arrived. */
const follow = async ({ call }: Desk, follower: Follower): Promise<boolean> => {
  for (;;) {
    const { credential, seen } = follower
    const asked = follower.cursor
    const answer = await call(credential, "GET", `/v1/events?after=${asked}&limit=50`).catch(() => undefined)
    if (answer?.status !== 200 || follower.cursor !== asked) return answer?.status === 200
    for (const { id } of answer.body.items) seen.add(id)
    follower.cursor = answer.body.cursor
    if (!answer.body.hasMore) return true
  }
}

const act = (desk: Desk, credentials: readonly Credential[], followers: readonly Follower[]): Promise<unknown> => {
  const { random } = desk
  const credential = random.pick(credentials)
  const choice = random.next()
  if (choice < 0.45) return create(desk, credential)
  if (choice < 0.55) return createBatch(desk, credential)
  if (choice < 0.75) return read(desk)
  if (choice < 0.85) return remove(desk)
  return follow(desk, random.pick(followers))
}

/**
 * Clients of the HTTP interface. They create scans alone and in batches, repeat requests without an answer, read,
 * follow and delete.
 */
export const createClients = (clock: Clock, options: ClientOptions) => {
  const { random, invariants, credentials } = options
  const desk: Desk = {
    ...createCaller(clock, options),
    random,
    invariants,
    known: [],
    counts: { keys: 0, accepted: 0, refused: 0, deleted: 0 },
  }
  const followers: Follower[] = credentials.map(credential => ({ credential, cursor: "0", seen: new Set() }))
  let underWay = 0
  const assertFollowed = ({ credential: { organization, mode }, seen }: Follower) => {
    for (const scan of invariants.scans.values())
      if (scan.organization === organization && scan.mode === mode)
        for (const [name, { id, position }] of scan.events)
          if (!seen.has(id)) throw new Violated("who follows the events misses none", `${name} ${id} at ${position}`)
  }
  return {
    counts: desk.counts,
    isIdle: () => underWay === 0,
    /** Performs one random action of one client; a violation goes to `fail`. */
    start(fail: (error: unknown) => void) {
      underWay++
      clock.as(undefined, () =>
        act(desk, credentials, followers)
          .catch(fail)
          .finally(() => underWay--),
      )
    },
    /** Reads all events to their end and checks that no follower missed one. */
    async followToEnd() {
      for (const follower of followers) {
        for (let tries = 0; !(await follow(desk, follower)); tries++) {
          if (tries > TRIES) throw new Violated("events can be read", follower.cursor)
          await clock.pass(500)
        }
        assertFollowed(follower)
      }
    },
    forget() {
      for (const { seen } of followers) seen.clear()
      desk.known = desk.known.filter(({ isDeleted }) => !isDeleted).slice(-MAX_KNOWN)
    },
  }
}

const bodyOf = async (answer: Response): Promise<unknown> => {
  const text = await answer.text()
  return text === "" ? undefined : JSON.parse(text)
}
