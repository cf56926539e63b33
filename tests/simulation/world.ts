import type { PGlite } from "@electric-sql/pglite"
import { hashApiKey, newApiKey } from "../../api/credentials/keys.ts"
import { newId } from "../../infra/ids.ts"
import { insertApiKey } from "../../store/apiKeys.ts"
import { insertOrganization } from "../../store/organizations.ts"
import { insertEndpoint } from "../../store/webhooks/endpoints.ts"
import { createBroker } from "./broker.ts"
import { type Credential, createClients } from "./clients.ts"
import { type Clock, installClock, type Process, START_MS } from "./clock.ts"
import { type Cluster, createCluster, type Role } from "./cluster.ts"
import { createServer, type Server } from "./database.ts"
import { calm, type Faults } from "./faults.ts"
import { createInvariants, type Invariants, Violated } from "./invariants.ts"
import { createNetwork } from "./network.ts"
import { createRandom, hashOf, type Random } from "./random.ts"
import { fateOf } from "./solver.ts"

const HOUR_MS = 3_600_000
/** Time limit of the wait for rest after the last fault: a scan's own limit (15 min), and a reconciliation. */
const SETTLE_LIMIT_MS = 30 * 60_000
/** Time limit of the wait for rest if no fault was set: a scan is then solved at once. */
const CALM_LIMIT_MS = 5 * 60_000
const STEP_LIMIT = 3_000_000
const NARROW_QUOTA = 60

/** Result of a run. */
export interface Outcome {
  seed: number
  hours: number
  /** Hours that passed alarm by alarm. In the other hours no work was in progress, and every alarm rang once, late. */
  steppedHours: number
  episodes: number
  steps: number
  transactions: number
  scans: number
  crashes: number
  webhooks: number
  /** Hash of all events in their order: two runs of one seed have the same. */
  trace: string
  violation?: { invariant: string; detail: string; atHour: number; episode: number } | undefined
}

interface World {
  clock: Clock
  random: Random
  faults: Faults
  server: Server
  cluster: Cluster
  invariants: Invariants
  clients: ReturnType<typeof createClients>
  story: Story
}

/** Events of the run so far, and its first fault. */
interface Story {
  trace: number
  webhooks: number
  crashes: number
  /** Kills a process after `left` more statements and messages. */
  fuse: { left: number; process: Process } | undefined
  violation: unknown
}

/** Creates a cluster, its surroundings, and the invariants. */
const createWorld = async (engine: PGlite, clock: Clock, random: Random, story: Story): Promise<World> => {
  const faults = calm()
  const isEmbedded = random.happens(0.25)
  const quotas = new Map<string, number>()
  const invariants = createInvariants(
    organization => quotas.get(organization) ?? Number.POSITIVE_INFINITY,
    () => START_MS + clock.nowMs(),
  )
  const note = (what: unknown, hold: () => void) => {
    story.trace = hashOf(`${clock.nowMs()} ${JSON.stringify(what)}`, story.trace)
    try {
      hold()
    } catch (error) {
      story.violation ??= error
    }
  }
  const burn = (process: Process) => {
    if (story.fuse?.process !== process || --story.fuse.left > 0) return
    story.fuse = undefined
    story.crashes++
    cluster.crashOf(process, random.between(50, 20_000))
  }
  const server = createServer(engine, clock, {
    random: random.fork("database"),
    faults,
    onStatement: burn,
    onCommitted: changes => note(changes, () => invariants.commit(changes)),
  })
  const broker = createBroker(clock, { random: random.fork("broker"), faults, onMessage: burn })
  const { clientOf: outboundOf } = createNetwork(clock, random.fork("network"), faults, received => {
    story.webhooks++
    note(received.deliveryId, () => invariants.receive(received))
  })
  const credentials = await populate(server, clock, quotas)
  const two: Role[] = random.happens(0.5) ? ["api", "dispatcher"] : []
  const roles: Role[] = isEmbedded ? ["all"] : ["api", "dispatcher", "worker", "worker", ...two]
  const fail = (error: unknown) => {
    story.violation ??= error
  }
  const cluster = createCluster(clock, roles, { random: random.fork("cluster"), server, broker, outboundOf, fail })
  const clients = createClients(clock, {
    random: random.fork("clients"),
    faults,
    invariants,
    apis: cluster.apis,
    credentials,
  })
  return { clock, random, faults, server, cluster, invariants, clients, story }
}

/**
 * Runs one cluster through `hours` simulated hours, on an engine that it closes. The whole run follows from the seed.
 */
export const simulate = async (engine: PGlite, seed: number, hours: number): Promise<Outcome> => {
  const random = createRandom(seed)
  const clock = installClock(random.fork("clock"))
  const story: Story = { trace: 0, webhooks: 0, crashes: 0, fuse: undefined, violation: undefined }
  const world = await createWorld(engine, clock, random, story)
  const endMs = hours * HOUR_MS
  let steppedMs = 0
  let episodes = 0
  try {
    while (clock.nowMs() < endMs) {
      const startMs = clock.nowMs()
      episodes++
      await runEpisode(world, random.happens(0.25))
      steppedMs += clock.nowMs() - startMs
      clock.leap(Math.min(endMs, clock.nowMs() + random.between(0.2, 20) * HOUR_MS))
    }
  } catch (error) {
    story.violation = error
  } finally {
    for (const process of world.cluster.processes()) clock.kill(process)
    clock.remove()
  }
  await world.server.close()
  const { violation, trace, webhooks, crashes } = story
  const atHour = clock.nowMs() / HOUR_MS
  return {
    seed,
    hours: atHour,
    steppedHours: steppedMs / HOUR_MS,
    episodes,
    steps: clock.steps(),
    transactions: world.invariants.committed(),
    scans: world.clients.counts.accepted,
    crashes,
    webhooks,
    trace: trace.toString(16),
    ...(violation ? { violation: { ...described(violation), atHour, episode: episodes } } : {}),
  }
}

const described = (error: unknown): { invariant: string; detail: string } =>
  error instanceof Violated
    ? { invariant: error.invariant, detail: error.message }
    : {
        invariant: "nothing throws that is not caught",
        detail: error instanceof Error ? `${error.stack}` : String(error),
      }

/** Organizations with keys and webhook receivers: one open, one with a narrow quota, one that uses the sandbox. */
const populate = async (server: Server, clock: Clock, quotas: Map<string, number>): Promise<Credential[]> => {
  const { queries } = server.open(clock.boot("operator"), "postgres")
  const credentials: Credential[] = []
  const work = async () => {
    for (const [name, tier, mode] of [
      ["Open", null, "live"],
      ["Narrow", "narrow", "live"],
      ["Sandbox", null, "sandbox"],
    ] as const) {
      const organization = newId()
      await insertOrganization(queries, { id: organization, displayName: name, tier })
      if (tier) quotas.set(organization, NARROW_QUOTA)
      const key = newApiKey(mode, name.padEnd(43, "x"))
      await insertApiKey(queries, {
        organizationId: organization,
        name,
        mode,
        hash: hashApiKey(key),
        last4: key.slice(-4),
      })
      credentials.push({ organization, mode, key })
      for (const path of name === "Open" ? ["a", "b"] : ["a"])
        await insertEndpoint(queries, {
          id: newId(),
          organizationId: organization,
          mode,
          url: `https://example.org/${name}/${path}`,
          events: ["scan.pending", "scan.processing", "scan.completed", "scan.failed"],
          headers: {},
          active: true,
          retries: false,
          parallelRequests: null,
          secretHash: "00".repeat(32),
          standardKey: null,
          previousSecretHash: null,
          previousStandardKey: null,
          previousUntil: null,
          createdAt: new Date(),
        })
    }
  }
  let isDone = false
  const done = work().finally(() => {
    isDone = true
  })
  while (!isDone && (await clock.step(Number.POSITIVE_INFINITY)));
  await done
  return credentials
}

/**
 * Runs some work of clients, with faults unless it is calm; then the faults end, and all work in progress must end too.
 */
const runEpisode = async (world: World, isCalm: boolean): Promise<void> => {
  const { clock, random, faults, server, cluster, invariants, clients, story } = world
  const fail = (error: unknown) => {
    story.violation ??= error
  }
  const startMs = clock.nowMs()
  const workMs = random.between(5_000, 45_000)
  const actions = random.whole(4, 24)
  for (let i = 0; i < actions; i++) {
    const atMs = random.between(0, workMs)
    for (let together = random.happens(0.2) ? random.whole(2, 6) : 1; together > 0; together--)
      clock.at(atMs, () => clients.start(fail))
  }
  if (!isCalm) for (let i = random.whole(1, 8); i > 0; i--) clock.at(random.between(0, workMs), () => strike(world))
  await stepUntil(world, () => clock.nowMs() >= startMs + workMs)
  Object.assign(faults, calm())
  story.fuse = undefined
  for (const process of cluster.processes()) process.skewMs = 0
  cluster.broker.wake()
  const healedMs = clock.nowMs()
  const limitMs = isCalm ? CALM_LIMIT_MS : SETTLE_LIMIT_MS
  let isSettled = false
  while (!isSettled) {
    const beganMs = clock.nowMs()
    await stepUntil(world, () => clock.nowMs() >= beganMs + 2_000)
    isSettled = clients.isIdle() && cluster.isWhole() && cluster.broker.held() === 0 && (await isQuiet(server))
    if (!isSettled && clock.nowMs() > healedMs + limitMs) break
  }
  await invariants.settled(server.look)
  if (!isSettled) {
    const left = { clients: clients.isIdle(), whole: cluster.isWhole(), held: cluster.broker.held() }
    throw new Violated(
      "what was begun ends",
      `not within ${limitMs / 60_000} min of the last fault: ${JSON.stringify(left)}`,
    )
  }
  assertErrorsHaveCauses(world)
  if (isCalm) assertOneAttempt(world, startMs)
  let isFollowed = false
  clients
    .followToEnd()
    .catch(fail)
    .finally(() => {
      isFollowed = true
    })
  await stepUntil(world, () => isFollowed)
  invariants.forget()
  clients.forget()
}

const stepUntil = async ({ clock, story }: World, isOver: () => boolean): Promise<void> => {
  const firstStep = clock.steps()
  while (!isOver()) {
    if (!(await clock.step(Number.POSITIVE_INFINITY))) throw new Violated("time goes on", "nothing is due any more")
    if (story.violation) throw story.violation
    if (clock.steps() - firstStep > STEP_LIMIT) throw new Violated("what was begun ends", `${STEP_LIMIT} steps`)
  }
}

const isQuiet = async (server: Server): Promise<boolean> => {
  if (!server.isBetweenTransactions()) return false
  const [row] = await server.look(`select exists (select from scans where status in ('pending', 'processing'))
    or exists (select from scan_events where position is null or relayed_at is null)
    or exists (select from webhook_deliveries where state <> 'ended') as busy`)
  return row?.busy === false
}

/**
 * Checks that a scan ends in error for these causes only: its solve failed, its solver was lost too often, or its time
 * was up.
 */
const assertErrorsHaveCauses = ({ invariants, cluster }: World): void => {
  for (const [id, { status, error, attempt, isDeleted }] of invariants.scans) {
    if (status !== "error" || isDeleted) continue
    const { code } = error as { code: string }
    const fate = fateOf(id)
    const isDue =
      (fate === "fails" && code === "share-out-of-reach") ||
      (code === "solver-broke" &&
        (fate === "breaks" || fate === "kills" || cluster.broker.deliveriesOf(`${id}.${attempt}`) >= 3)) ||
      code === "time-limit"
    if (!isDue) throw new Violated("a scan fails for a cause of its own", `${id} ${code} ${fate}`)
  }
}

/** Checks that without a fault each scan is solved once. */
const assertOneAttempt = ({ invariants }: World, sinceMs: number): void => {
  for (const [id, { attempt, mode, createdMs, isDeleted }] of invariants.scans)
    if (mode === "live" && !isDeleted && createdMs >= START_MS + sinceMs && fateOf(id) !== "lacks" && attempt !== 1)
      throw new Violated("without a fault a scan is solved once", `${id} ${attempt}`)
}

/** One fault, or several of one kind for a while. */
const strike = ({ clock, random, faults, cluster, story }: World): void => {
  const place = () => random.pick(cluster.places)
  const during = (set: Partial<Faults>, longestMs = 20_000) => {
    Object.assign(faults, set)
    const clear = Object.fromEntries(Object.entries(calm()).filter(([name]) => name in set))
    clock.at(random.between(500, longestMs), () => {
      Object.assign(faults, clear)
      cluster.broker.wake()
    })
  }
  const some = (most: number) => random.between(0.005, most)
  const strikes: (() => void)[] = [
    () => {
      story.crashes++
      cluster.crash(place(), random.between(50, 30_000))
    },
    () => {
      const { process } = place()
      if (process) story.fuse = { process, left: random.whole(1, 60) }
    },
    () => {
      const { process } = place()
      if (process) story.fuse = { process, left: random.whole(1, 12) }
    },
    () => cluster.restart(place()),
    () => during({ connectionLostBefore: some(0.2), connectionLostAfter: some(0.2) }),
    () => during({ connectionLostAfter: some(0.5) }, 5_000),
    () => during({ rolledBack: some(0.3) }),
    () => during({ databaseAway: true }),
    () => during({ diskFull: true }),
    () => during({ brokerAway: true }),
    () => cluster.broker.wipe(),
    () => during({ publishLost: some(0.5), publishUnanswered: some(0.5) }),
    () => during({ messageLost: some(0.4) }),
    () => during({ doubled: some(0.6), late: some(0.4), ackLost: some(0.5) }),
    () => during({ workingLost: 1, late: some(0.2) }, 45_000),
    () => during({ broadcastLost: some(1), broadcastDoubled: some(0.5), broadcastLate: some(0.5) }),
    () => during({ unreachable: some(0.5), receiverSilent: some(0.3), unanswered: some(0.3), refused: some(0.5) }),
    () => during({ answerLost: some(0.5) }),
    () => {
      for (const process of cluster.processes())
        if (random.happens(0.5))
          process.skewMs = Math.round(
            random.between(-1, 1) * (process.name.startsWith("dispatcher") ? HOUR_MS : HOUR_MS / 12),
          )
    },
  ]
  const clocks = strikes[strikes.length - 1]!
  // Clocks jump more often than other faults: a wrong clock shows only while work is in progress.
  if (random.happens(0.1)) clocks()
  else random.pick(strikes)()
}
