import { type BoundedMap, createBoundedMap } from "../base/boundedMap.ts"
import { COST_UNITS, type Cost, type CostUnit, noCost, type WholeCost } from "./cost.ts"

/** An account of the cost of calls: an organization, or the address of a caller without a credential. */
export interface Account {
  name: string
  /** Weight of its share; 1 is usual. */
  weight: number
}

/** Refusal: the account's scarcest unit, and the time until its debt is paid. */
export interface Overdraft {
  unit: CostUnit
  seconds: number
}

export interface AccountState {
  /** Costs since the first charge in this process. */
  used: WholeCost
  /** Refused turns. */
  refused: number
  /** Time until the highest debt is paid [s]. */
  debtSeconds: number
}

/** An account with debts or tickets. */
export interface Active extends Account {
  /** Debt by unit [s]. */
  debts: WholeCost
  /** Tickets that wait or run. */
  tickets: number
}

/** Accounts with debts or tickets in one process; further names share one account. */
const MAX_ACTIVE = 1_000
const REST = "others"
/** Accounts whose totals are remembered. */
const MAX_REMEMBERED = 10_000

const highest = ({ debts }: Active): CostUnit =>
  COST_UNITS.reduce((most, unit) => (debts[unit] > debts[most] ? unit : most))

/** Highest debt of an account over all units [s]. */
const debtOf = (account: Active): number => account.debts[highest(account)]

/**
 * Debts of accounts, per unit in seconds of the capacity of the whole process divided by the account's weight. All
 * debts fall at one rate, such that the weighted debts together fall by one second a second.
 * @param capacity amounts that the process can do in a second
 */
export const createLedger = (capacity: WholeCost) => {
  const active = new Map<string, Active>()
  const totals: BoundedMap<Pick<AccountState, "used" | "refused">> = createBoundedMap({ capacity: MAX_REMEMBERED })
  const usedByAll = noCost()
  let paidUntilMs = 0

  const weightOfAll = (): number => {
    let sum = 0
    for (const { weight } of active.values()) sum += weight
    return sum
  }
  const totalsOf = (name: string) => totals.getOrMake(name, () => ({ used: noCost(), refused: 0 }))
  return {
    usedByAll,
    /** Lets debts fall up to a time. */
    pay(nowMs: number): void {
      const seconds = Math.max(0, nowMs - paidUntilMs) / 1000
      paidUntilMs = Math.max(paidUntilMs, nowMs)
      if (seconds === 0 || active.size === 0) return
      const paid = seconds / weightOfAll()
      for (const account of active.values()) {
        for (const unit of COST_UNITS) account.debts[unit] = Math.max(0, account.debts[unit] - paid)
        if (account.tickets === 0 && debtOf(account) === 0) active.delete(account.name)
      }
    },
    of({ name: accountName, weight }: Account): Active {
      const name = active.has(accountName) || active.size < MAX_ACTIVE ? accountName : REST
      const account = active.get(name)
      if (account) return Object.assign(account, { weight: name === REST ? account.weight : weight })
      const created = { name, weight, debts: noCost(), tickets: 0 }
      active.set(name, created)
      return created
    },
    /** Adds an estimate to an account's debts; a negative one takes it back. */
    reserve(account: Active, estimate: Cost): void {
      for (const unit of COST_UNITS) {
        const seconds = (estimate[unit] ?? 0) / capacity[unit] / account.weight
        account.debts[unit] = Math.max(0, account.debts[unit] + seconds)
      }
    },
    /** Adds a measured cost to the totals of a name and of all. */
    count(name: string, measured: Cost): void {
      const { used } = totalsOf(name)
      for (const unit of COST_UNITS) {
        used[unit] += measured[unit] ?? 0
        usedByAll[unit] += measured[unit] ?? 0
      }
    },
    /** Counts a refusal. `unit` is named if the account has no debt. */
    overdraft(account: Active, name: string, unit: CostUnit): Overdraft {
      totalsOf(name).refused++
      const debt = debtOf(account)
      const seconds = Math.max(1, Math.ceil(debt * weightOfAll()))
      return { unit: debt > 0 ? highest(account) : unit, seconds }
    },
    shown(name: string): AccountState {
      const account = active.get(name)
      const { used, refused } = totals.get(name) ?? { used: noCost(), refused: 0 }
      return { used: { ...used }, refused, debtSeconds: account ? debtOf(account) * weightOfAll() : 0 }
    },
    /** Names and debts [s] of accounts with debts or tickets. */
    debts: (): [name: string, seconds: number][] => {
      const weight = weightOfAll()
      return [...active.values()].map(account => [account.name, debtOf(account) * weight])
    },
  }
}
