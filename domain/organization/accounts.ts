import type { Cost, CostUnit, WholeCost } from "./cost.ts"
import { COST_UNITS } from "./cost.ts"
import { type Account, type AccountState, type Active, createLedger, type Overdraft } from "./ledger.ts"
import { createTurns, type Turns, type Waiter } from "./turns.ts"

/**
 * Accounts of the cost of calls, with the turns that costly work waits for (turns.ts) and debts that are paid with time
 * (ledger.ts).
 */
export interface Accounts {
  /** Asks for a turn. The ticket runs, waits, or is refused because too many tickets of its account wait. */
  enter(entry: Entry, nowMs: number): Ticket | Overdraft
  /** Ends a turn and replaces its estimate by the measured cost. Returns the ticket whose turn begins. */
  leave(ticket: Ticket, measured: Cost, nowMs: number): Ticket | undefined
  /** Ends the wait of a ticket that waited too long. */
  abandon(ticket: Ticket, nowMs: number): Overdraft
  /** Adds a measured cost outside of turns. */
  charge(account: Account, measured: Cost, nowMs: number): void
  /** Adds an estimate to the debts; a negative one takes it back. */
  reserve(account: Account, estimate: Cost, nowMs: number): void
  /** State of the account of a name. */
  shown(name: string, nowMs: number): AccountState
  /** Names and debts [s] of accounts with debts or tickets. */
  debts(nowMs: number): [name: string, seconds: number][]
  /** Costs of all accounts in this process. */
  usedByAll: Readonly<WholeCost>
  /** Number of waiting tickets by lane. */
  waiting(): [lane: string, tickets: number][]
}

/** Work of one kind, with its own turns. */
export interface Lane {
  name: string
  /** Turns at once. */
  slots: number
  /** Maximum number of waiting tickets of one account. */
  maxWaiting: number
  /** Unit that a refusal names for an account without debts. */
  unit: CostUnit
}

export interface Entry {
  payer: Account
  lane: Lane
  /** Cost that is charged when the turn begins. */
  estimate: Cost
  /** Continues admitted work: never refused, and before the other tickets of its account. */
  isContinued?: boolean
}

export interface Ticket extends Entry {
  isRunning: boolean
}

export const isTicket = (entered: Ticket | Overdraft): entered is Ticket => "lane" in entered

/** Accounts without costs. @param capacity amounts that the process can do in a second */
export const createAccounts = (capacity: WholeCost): Accounts => {
  const { pay, of, reserve, count, overdraft, shown, debts, usedByAll } = createLedger(capacity)
  const lanes = new Map<string, Turns<Ticket & Waiter>>()
  const owners = new WeakMap<Ticket, Active>()

  const turnsOf = ({ name, slots }: Lane): Turns<Ticket & Waiter> => {
    const turns = lanes.get(name) ?? createTurns(slots)
    lanes.set(name, turns)
    return turns
  }
  const begin = (ticket: Ticket) => {
    ticket.isRunning = true
    reserve(owners.get(ticket)!, ticket.estimate)
  }
  return {
    usedByAll,
    enter({ payer, lane, estimate, isContinued = false }, nowMs) {
      pay(nowMs)
      const owner = of(payer)
      const turns = turnsOf(lane)
      if (!isContinued && turns.waiting(owner.name) >= lane.maxWaiting) return overdraft(owner, payer.name, lane.unit)
      const waiter = { account: owner.name, weight: owner.weight, expected: estimate[lane.unit] ?? 0 }
      const ticket = { payer, lane, estimate, isRunning: false, ...waiter }
      owners.set(ticket, owner)
      owner.tickets++
      if (turns.add(ticket, isContinued)) begin(ticket)
      return ticket
    },
    leave(ticket, measured, nowMs) {
      pay(nowMs)
      const owner = owners.get(ticket)!
      reserve(owner, differenceOf(measured, ticket.estimate))
      count(ticket.payer.name, measured)
      owner.tickets--
      const following = turnsOf(ticket.lane).end(ticket as Ticket & Waiter, measured[ticket.lane.unit] ?? 0)
      if (following) begin(following)
      return following
    },
    abandon(ticket, nowMs) {
      pay(nowMs)
      const owner = owners.get(ticket)!
      turnsOf(ticket.lane).remove(ticket as Ticket & Waiter)
      owner.tickets--
      return overdraft(owner, ticket.payer.name, ticket.lane.unit)
    },
    charge(account, measured, nowMs) {
      pay(nowMs)
      reserve(of(account), measured)
      count(account.name, measured)
    },
    reserve(account, estimate, nowMs) {
      pay(nowMs)
      reserve(of(account), estimate)
    },
    shown(name, nowMs) {
      pay(nowMs)
      return shown(name)
    },
    debts(nowMs) {
      pay(nowMs)
      return debts()
    },
    waiting: () => [...lanes].map(([name, turns]) => [name, turns.waiting()]),
  }
}

const differenceOf = (measured: Cost, estimate: Cost): Cost =>
  Object.fromEntries(COST_UNITS.map(unit => [unit, (measured[unit] ?? 0) - (estimate[unit] ?? 0)]))
