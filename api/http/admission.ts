import { createAccounts, isTicket, type Lane, type Ticket } from "../../domain/organization/accounts.ts"
import { type Cost, capacityOf, type WholeCost } from "../../domain/organization/cost.ts"
import type { Account, AccountState, Overdraft } from "../../domain/organization/ledger.ts"
import { type CallMeter, currentMeter, metered } from "../../infra/meter.ts"
import { TooManyRequests } from "./errors.ts"

/** Maximum wait for the first turn of a call. */
const MAX_WAIT_MS = 30_000
/** Time that one turn may use the answering thread before other requests run. */
export const TURN_MS = 5
/** Longest `Retry-After`: with work of others over, an account pays faster than its refusal said. */
const MAX_RETRY_SECONDS = 60

/** Turns by kind of work. Tests and documents name the lanes. */
const LANES = {
  thread: { slots: 1, maxWaiting: 64, unit: "threadMs" },
  lists: { slots: 1, maxWaiting: 64, unit: "databaseMs" },
  files: { slots: 2, maxWaiting: 16, unit: "childMs" },
  checks: { slots: 1, maxWaiting: 500, unit: "childMs" },
  cases: { slots: 1, maxWaiting: 64, unit: "childMs" },
  completions: { slots: 4, maxWaiting: 64, unit: "childMs" },
  documents: { slots: 1, maxWaiting: 8, unit: "childMs" },
} as const satisfies Record<string, Omit<Lane, "name">>
export type LaneName = keyof typeof LANES

/** Account of work without a caller. */
const SERVICE: Account = { name: "service", weight: 1 }

/** 429: the account's share of a unit is used up, and too much of its work waits or has waited too long. */
class ShareUsedUp extends TooManyRequests {
  override readonly code = "SHARE_USED_UP"
  constructor({ unit, seconds: debtSeconds }: Overdraft) {
    const seconds = Math.min(MAX_RETRY_SECONDS, debtSeconds)
    super(seconds, "share-used-up", { unit, seconds })
  }
}

/** A call whose costs are charged. */
interface MeteredCall {
  account: Account
  /** Expected bytes of the body. */
  bodyBytes: number
  /** True if its work on the answering thread waits for turns. */
  takesTurns: boolean
}

/** Work of a turn: its result, and its measured cost; if undefined, the time that it took. */
type Done<T> = { result: T; cost?: Cost }

interface TurnOptions {
  estimate: Cost
  /** Unless given, the account of the current call. */
  account?: Account
}

/** Charges calls to accounts, and lets costly work wait for turns. */
export interface Admission {
  /** Carries out a call. Work in another call belongs to that call. Rejects with 429 when a turn is refused. */
  call<T>(call: MeteredCall, work: () => Promise<T>): Promise<T>
  /** Carries out work in a turn of its lane. Rejects with 429. */
  turn<T>(lane: LaneName, options: TurnOptions, work: () => Promise<Done<T>>): Promise<T>
  shown(name: string): AccountState
  /** Costs of all accounts, waiting turns by lane, and accounts with their debts [s]. */
  measured(): {
    used: Readonly<WholeCost>
    waiting: [lane: string, turns: number][]
    debts: [name: string, seconds: number][]
  }
}

/** Accounts of one process. @param connections connections of the process to its database */
export const createAdmission = (connections: number): Admission => {
  const accounts = createAccounts(capacityOf(connections))
  const turns = createTurns(accounts, connections)
  return {
    async call({ account, bodyBytes, takesTurns }, work) {
      if (currentMeter()) return work()
      let expectedBytes = bodyBytes
      accounts.reserve(account, { readBytes: bodyBytes }, now())
      const thread = createThreadTurns(turns, account)
      const meter: CallMeter = {
        account,
        pause: takesTurns ? thread.pause : undefined,
        endTurn: thread.end,
        add(cost) {
          const expected = Math.min(expectedBytes, cost.readBytes ?? 0)
          expectedBytes -= expected
          accounts.reserve(account, { readBytes: -expected }, now())
          accounts.charge(account, cost, now())
        },
      }
      try {
        return await metered(meter, work)
      } finally {
        thread.end()
        accounts.reserve(account, { readBytes: -expectedBytes }, now())
      }
    },
    async turn(lane, { estimate, account = currentMeter()?.account ?? SERVICE }, work) {
      currentMeter()?.endTurn()
      const ticket = await turns.enter({ payer: account, lane, estimate })
      const beganAtMs = now()
      let cost: Cost | undefined
      try {
        const done = await work()
        cost = done.cost
        return done.result
      } finally {
        turns.leave(ticket, cost ?? { [LANES[lane].unit]: now() - beganAtMs })
      }
    },
    shown: name => accounts.shown(name, now()),
    measured: () => ({ used: accounts.usedByAll, waiting: accounts.waiting(), debts: accounts.debts(now()) }),
  }
}

const now = (): number => performance.now()

interface Entering {
  payer: Account
  lane: LaneName
  estimate: Cost
  isContinued?: boolean
}

/** Turns of the accounts as promises. */
const createTurns = (accounts: ReturnType<typeof createAccounts>, connections: number) => {
  const waits = new Map<Ticket, () => void>()
  // Half of the connections stay free for other statements.
  const slotsOf = (lane: LaneName) => (lane === "lists" ? Math.ceil(connections / 2) : LANES[lane].slots)
  return {
    /** Resolves with the turn. Throws ShareUsedUp. */
    enter({ lane, ...entry }: Entering): Ticket | Promise<Ticket> {
      const entered = accounts.enter({ ...entry, lane: { name: lane, ...LANES[lane], slots: slotsOf(lane) } }, now())
      if (!isTicket(entered)) throw new ShareUsedUp(entered)
      if (entered.isRunning) return entered
      const { promise, resolve, reject } = Promise.withResolvers<Ticket>()
      const giveUp = () => {
        waits.delete(entered)
        reject(new ShareUsedUp(accounts.abandon(entered, now())))
      }
      const timer = entry.isContinued ? undefined : setTimeout(giveUp, MAX_WAIT_MS)
      waits.set(entered, () => {
        clearTimeout(timer)
        waits.delete(entered)
        resolve(entered)
      })
      return promise
    },
    leave(ticket: Ticket, measured: Cost): void {
      const next = accounts.leave(ticket, measured, now())
      if (next) waits.get(next)?.()
    },
  }
}

/** Processor time of this thread [ms]. */
const threadMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

const nextLoop = (): Promise<void> => new Promise(resolve => setImmediate(resolve))

/**
 * Turns of one call on the answering thread. A turn is one stretch of work: it ends at a pause after TURN_MS, or when
 * the thread turns to other work.
 */
const createThreadTurns = (turns: ReturnType<typeof createTurns>, account: Account) => {
  let current: { ticket: Ticket; beganAtMs: number; usedBeforeMs: number } | undefined
  let beginning: Promise<void> | undefined
  let hasBegun = false

  const end = (): void => {
    if (!current) return
    const { ticket, usedBeforeMs } = current
    current = undefined
    turns.leave(ticket, { threadMs: threadMs() - usedBeforeMs })
  }
  const begin = async (): Promise<void> => {
    if (current) {
      end()
      await nextLoop()
    }
    const entered = turns.enter({
      payer: account,
      lane: "thread",
      estimate: { threadMs: TURN_MS },
      isContinued: hasBegun,
    })
    const ticket = await entered
    // Others have used this round of the event loop.
    if (entered instanceof Promise) await nextLoop()
    hasBegun = true
    const turn = { ticket, beganAtMs: now(), usedBeforeMs: threadMs() }
    current = turn
    setImmediate(() => {
      if (current === turn) end()
    })
  }
  return {
    end,
    pause(): Promise<void> | undefined {
      if (current && now() - current.beganAtMs < TURN_MS) return undefined
      beginning ??= begin().finally(() => {
        beginning = undefined
      })
      return beginning
    },
  }
}
