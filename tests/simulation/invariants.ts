import type { Change } from "./changes.ts"
import type { Received } from "./network.ts"
import { markOf } from "./solver.ts"

/** A broken invariant of the service. */
export class Violated extends Error {
  constructor(
    readonly invariant: string,
    detail: string,
  ) {
    super(`${invariant}: ${detail}`)
    this.name = "Violated"
  }
}

interface KnownScan {
  organization: string
  mode: string
  status: string
  attempt: number
  queued: boolean
  isDeleted: boolean
  /** The request that created it. */
  dossier: string
  events: Map<string, { id: string; position: number | null }>
  error: unknown
  createdMs: number
  processingMs: number | undefined
}

/** Allowed next states of each state, written out independently of the product's own table. */
const NEXT: Record<string, readonly string[]> = {
  pending: ["processing", "error"],
  processing: ["completed", "error"],
  completed: [],
  error: [],
}
const EVENT: Record<string, string> = {
  pending: "scan.pending",
  processing: "scan.processing",
  completed: "scan.completed",
  error: "scan.failed",
}
const STEPS = ["scan.pending", "scan.processing", "scan.completed", "scan.failed"]
const DELIVERY_NEXT: Record<string, readonly string[]> = {
  waiting: ["sending", "ended"],
  sending: ["ended"],
  ended: [],
}

type Row = Record<string, unknown>
const TIME_LIMIT_MS = 15 * 60_000
const codeOf = (error: unknown): unknown => (error as { code?: unknown } | null)?.code
const text = (value: unknown): string => String(value)

/** Observations so far. */
interface Known {
  scans: Map<string, KnownScan>
  /** Scan created for each request. */
  made: Map<string, string>
  /** Scans of each organization: by its meters, and as stored. */
  used: Map<string, number>
  counted: Map<string, number>
  deliveries: Map<string, { state: string; event: string; endpoint: string; scan: string; step: number }>
  /** Number of times that an event left for an endpoint. */
  sent: Map<string, number>
  /** The last state of a scan that was sent to an endpoint. */
  stepsSent: Map<string, number>
  lastPosition: number
  committed: number
  quotaOf: (organization: string) => number
  wallMs: () => number
}

const must = (isHeld: boolean, invariant: string, detail: () => string): void => {
  if (!isHeld) throw new Violated(invariant, detail())
}

const scanCame = (known: Known, after: Row) => {
  const id = text(after.id)
  must(!known.scans.has(id), "an id is given once", () => id)
  must(after.status === "pending", "a scan begins as pending", () => `${id} ${after.status}`)
  const dossier = text(after.dossier)
  must(
    !known.made.has(dossier),
    "one idempotency key makes one scan",
    () => `${dossier}: ${known.made.get(dossier)} and ${id}`,
  )
  known.made.set(dossier, id)
  known.scans.set(id, {
    organization: text(after.organization),
    mode: text(after.mode),
    status: "pending",
    attempt: 0,
    queued: false,
    isDeleted: false,
    dossier: text(after.dossier),
    events: new Map(),
    error: null,
    createdMs: Date.parse(text(after.created)),
    processingMs: undefined,
  })
  if (after.mode !== "live" || after.root !== null) return
  const organization = text(after.organization)
  known.counted.set(organization, (known.counted.get(organization) ?? 0) + 1)
}
const scanChanged = (known: Known, before: Row, after: Row, entered: [string, string][], reported: Set<string>) => {
  const id = text(after.id)
  const scan = known.scans.get(id)!
  const what = () => `${id} ${JSON.stringify(before)} -> ${JSON.stringify(after)}`
  if (before.status !== after.status) {
    must(NEXT[text(before.status)]!.includes(text(after.status)), "a scan only moves forward, and ends once", what)
    entered.push([id, EVENT[text(after.status)]!])
  }
  must(
    after.attempt === before.attempt || after.attempt === Number(before.attempt) + 1,
    "attempts count up by one",
    what,
  )
  if (after.attempt !== before.attempt)
    must(!before.queued && after.queued === true, "only a scan that is not on the bus is put there", what)
  const isEnded = before.status === "completed" || before.status === "error"
  must(
    !isEnded || (after.mark === before.mark && after.attempt === before.attempt),
    "what has ended stays as it is",
    what,
  )
  if (after.status === "completed" && before.status !== "completed" && after.mode === "live") {
    must(after.mark === markOf(Number(after.attempt)), "results are fenced by attempt", what)
    must(reported.has(id), "a completed scan has its report at once", what)
  }
  if (after.status === "error" && before.status !== "error" && codeOf(after.error) === "time-limit")
    must(
      known.wallMs() - Date.parse(text(before.processing)) >= TIME_LIMIT_MS,
      "a scan is given up after its time limit, not before",
      what,
    )
  Object.assign(scan, { status: after.status, attempt: after.attempt, queued: after.queued, error: after.error })
  scan.processingMs = after.processing === null ? undefined : Date.parse(text(after.processing))
}
const eventCame = (known: Known, after: Row, entered: [string, string][]) => {
  // The event belongs to a batch.
  if (after.scan === null) return
  const scan = known.scans.get(text(after.scan))
  must(scan !== undefined && !scan.isDeleted, "an event is of a scan that exists", () => JSON.stringify(after))
  must(!scan!.events.has(text(after.name)), "an event exists once", () => JSON.stringify(after))
  must(after.organization === scan!.organization && after.mode === scan!.mode, "an event is its scan's owner's", () =>
    JSON.stringify(after),
  )
  scan!.events.set(text(after.name), { id: text(after.id), position: null })
  const at = entered.findIndex(([id, name]) => id === after.scan && name === after.name)
  must(at >= 0, "an event is written with its transition", () => JSON.stringify(after))
  entered.splice(at, 1)
}
const eventChanged = (known: Known, before: Row, after: Row, placed: number[]) => {
  if (before.position === after.position) return
  must(before.position === null, "a place is given once", () => JSON.stringify([before, after]))
  const place = Number(after.position)
  if (after.scan === null) return void placed.push(place)
  const scan = known.scans.get(text(after.scan))!
  for (const [name, other] of scan.events)
    if (other.position !== null)
      must(
        STEPS.indexOf(name) < STEPS.indexOf(text(after.name)) === other.position < place,
        "events of a scan have their places in the order of its states",
        () => JSON.stringify(after),
      )
  scan.events.get(text(after.name))!.position = place
  placed.push(place)
}
const deliveryChanged = (known: Known, before: Row | null, after: Row) => {
  const id = text(after.id)
  if (before && before.state !== after.state)
    must(DELIVERY_NEXT[text(before.state)]!.includes(text(after.state)), "a delivery is claimed once", () =>
      JSON.stringify([before, after]),
    )
  const { state, event, endpoint, scan, step } = after
  known.deliveries.set(id, {
    state: text(state),
    event: text(event),
    endpoint: text(endpoint),
    scan: text(scan),
    step: Number(step),
  })
}
const usageChanged = (known: Known, before: Row | null, after: Row) => {
  const organization = text(after.organization)
  known.used.set(organization, (known.used.get(organization) ?? 0) + Number(after.used) - Number(before?.used ?? 0))
}
const scanWent = (known: Known, before: Row) => {
  known.scans.get(text(before.id))!.isDeleted = true
}

/** The changes of one transaction, in their order. */
const commit = (known: Known, changes: readonly Change[]): void => {
  known.committed++
  const entered: [string, string][] = []
  const reported = new Set<string>()
  const of = (place: Change["place"]) => changes.filter(change => change.place === place)
  for (const { before, after } of of("scan_reports")) {
    if (!after) continue
    must(!before, "a report is written once", () => JSON.stringify(after))
    reported.add(text(after.id))
  }
  for (const { before, after } of of("scans")) {
    if (!before && after) {
      scanCame(known, after)
      entered.push([text(after.id), "scan.pending"])
    } else if (before && after) scanChanged(known, before, after, entered, reported)
    else if (before) scanWent(known, before)
  }
  eventsChanged(known, of("scan_events"), entered)
  for (const { before, after } of of("webhook_deliveries")) if (after) deliveryChanged(known, before, after)
  metersChanged(known, of("usage_meters"))
}

const eventsChanged = (known: Known, changes: readonly Change[], entered: [string, string][]): void => {
  const placed: number[] = []
  for (const { before, after } of changes)
    if (!before && after) eventCame(known, after, entered)
    else if (before && after) eventChanged(known, before, after, placed)
  must(entered.length === 0, "a transition has its event at once", () => JSON.stringify(entered))
  for (const place of placed.sort((a, b) => a - b))
    must(place === ++known.lastPosition, "places are given without a gap", () => `${place} for ${known.lastPosition}`)
}

const metersChanged = (known: Known, changes: readonly Change[]): void => {
  const { used, counted, quotaOf } = known
  for (const { before, after } of changes) if (after) usageChanged(known, before, after)
  const last = new Map(changes.flatMap(({ after }) => (after ? [[`${after.organization} ${after.month}`, after]] : [])))
  for (const meter of last.values())
    must(
      Number(meter.used) <= quotaOf(text(meter.organization)),
      "no more scans are accepted than the quota grants",
      () => JSON.stringify(meter),
    )
  for (const id of new Set([...counted.keys(), ...used.keys()]))
    must(
      used.get(id) === counted.get(id),
      "each scan is counted, and nothing else",
      () => `${id}: ${used.get(id)} for ${counted.get(id)}`,
    )
}

/** A request reached a receiver. */
const receive = ({ deliveries, sent, stepsSent }: Known, { deliveryId, body }: Received): void => {
  const delivery = deliveries.get(deliveryId)
  const what = () => `${deliveryId} ${JSON.stringify(body)}`
  if (!delivery) throw new Violated("a webhook leaves from its row", what())
  const { event, endpoint, scan, step, state } = delivery
  must(state === "sending" || state === "ended", "a webhook leaves after its claim", what)
  const key = `${event} ${endpoint}`
  sent.set(key, (sent.get(key) ?? 0) + 1)
  must(sent.get(key) === 1, "a webhook leaves at most once per event and endpoint", what)
  const line = `${scan} ${endpoint}`
  must((stepsSent.get(line) ?? -1) < step, "webhooks of a scan leave in the order of its states", what)
  stepsSent.set(line, step)
  must(body.event === STEPS[step] && body.data.id === scan, "a webhook says what happened", what)
}

/** Checks the invariants of a settled system, in which no work is in progress. */
const settled = async ({ scans }: Known, look: (query: string) => Promise<Row[]>): Promise<void> => {
  for (const [id, scan] of scans) {
    if (scan.isDeleted) continue
    must(
      scan.status === "completed" || scan.status === "error",
      "every accepted scan ends",
      () => `${id} ${JSON.stringify(scan)}`,
    )
  }
  const [row] = await look(`select
    (select count(*)::int from scans) as scans,
    (select count(*)::int from scan_reports) as reports,
    (select count(*)::int from scans where status = 'completed' and mode = 'live') as completed,
    (select count(*)::int from scan_events where position is null or relayed_at is null) as waiting_events,
    (select count(*)::int from webhook_deliveries where state <> 'ended') as open_deliveries,
    (select count(*)::int from scan_events e join webhook_endpoints w on w.organization_id = e.organization_id and w.mode = e.mode
      where not exists (select from webhook_deliveries d where d.endpoint_id = w.id and d.event_id = e.id)
        and e.scan_id is not null and e.created_at > now() - interval '1 hour') as undelivered,
    (select coalesce(sum(scans), 0)::int from scan_counts) as counts,
    (select count(*)::int from scans where status in ('completed', 'error')) as ended`)
  const known = [...scans.values()].filter(({ isDeleted }) => !isDeleted).length
  must(row!.scans === known, "an accepted scan is there until it is deleted", () => `${row!.scans} for ${known}`)
  must(row!.reports === row!.completed, "a report is there for each completed scan, and for no other", () =>
    JSON.stringify(row),
  )
  must(row!.waiting_events === 0, "every event gets its place and its webhooks", () => JSON.stringify(row))
  must(row!.undelivered === 0, "every event gets a delivery for each receiver", () => JSON.stringify(row))
  must(row!.open_deliveries === 0, "every delivery ends", () => JSON.stringify(row))
  must(row!.counts === row!.ended, "ended scans are kept counted", () => JSON.stringify(row))
}

/** Watches all commits and all webhook calls, and checks the invariants of ARCHITECTURE.md. */
export const createInvariants = (quotaOf: (organization: string) => number, wallMs: () => number) => {
  const known: Known = {
    scans: new Map(),
    made: new Map(),
    used: new Map(),
    counted: new Map(),
    deliveries: new Map(),
    sent: new Map(),
    stepsSent: new Map(),
    lastPosition: 0,
    committed: 0,
    quotaOf,
    wallMs,
  }
  return {
    scans: known.scans,
    committed: () => known.committed,
    commit: (changes: readonly Change[]) => commit(known, changes),
    receive: (received: Received) => receive(known, received),
    settled: (look: (query: string) => Promise<Row[]>) => settled(known, look),
    /** Drops ended scans that cannot change any more, so that a long run stays small. */
    forget() {
      for (const [id, scan] of known.scans) {
        scan.events.clear()
        if (scan.isDeleted) known.scans.delete(id)
      }
      known.made.clear()
      known.deliveries.clear()
      known.sent.clear()
      known.stepsSent.clear()
    },
  }
}
export type Invariants = ReturnType<typeof createInvariants>
