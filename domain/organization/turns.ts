/**
 * Turns of one kind of work, shared by accounts (weighted fair queueing; Parekh and Gallager, IEEE/ACM Transactions on
 * Networking 1, 1993). Each account has a tag: its cost so far by its weight. A free slot goes to the waiting account
 * with the lowest tag. Virtual time advances with the served cost by the weight of all accounts with tickets. An
 * account that comes back begins at this time at least.
 *
 * - A slot is never idle while a ticket waits.
 * - The weighted costs of two accounts that both wait differ by at most their largest costs.
 * - Virtual time passes each tag, so no account waits for ever.
 */
export interface Turns<T extends Waiter> {
  /** Adds a ticket, at the end or the beginning of its account's tickets. True: its turn begins. */
  add(ticket: T, isFirst: boolean): boolean
  /** Ends a turn with its measured cost. Returns the ticket whose turn begins. */
  end(ticket: T, cost: number): T | undefined
  /** Removes a waiting ticket. */
  remove(ticket: T): void
  /** Number of waiting tickets, of one account or of all. */
  waiting(account?: string): number
}

export interface Waiter {
  account: string
  weight: number
  /** Expected cost of the turn. */
  expected: number
}

/** Tickets of one account in a lane. */
interface Share<T> {
  tag: number
  weight: number
  waiting: T[]
  running: number
}

/** @param slots turns at once */
export const createTurns = <T extends Waiter>(slots: number): Turns<T> => {
  const shares = new Map<string, Share<T>>()
  let running = 0
  let virtualTime = 0

  const shareOf = ({ account, weight }: T): Share<T> => {
    const share = shares.get(account) ?? { tag: virtualTime, weight, waiting: [], running: 0 }
    shares.set(account, share)
    if (isIdle(share)) share.tag = Math.max(share.tag, virtualTime)
    return Object.assign(share, { weight })
  }
  const begin = (ticket: T, share: Share<T>): void => {
    running++
    share.running++
    share.tag += ticket.expected / share.weight
  }
  const advance = (cost: number): void => {
    let weights = 0
    for (const share of shares.values()) if (!isIdle(share)) weights += share.weight
    virtualTime += cost / weights
    for (const [account, share] of shares) if (isIdle(share) && share.tag <= virtualTime) shares.delete(account)
  }
  const lowest = (): Share<T> | undefined => {
    let best: Share<T> | undefined
    for (const share of shares.values()) if (share.waiting.length > 0 && (!best || share.tag < best.tag)) best = share
    return best
  }
  return {
    add(ticket, isFirst) {
      const share = shareOf(ticket)
      if (running < slots) {
        begin(ticket, share)
        return true
      }
      if (isFirst) share.waiting.unshift(ticket)
      else share.waiting.push(ticket)
      return false
    },
    end(ticket, cost) {
      const share = shares.get(ticket.account)!
      share.tag += (cost - ticket.expected) / share.weight
      advance(cost)
      running--
      share.running--
      const next = lowest()
      const following = next?.waiting.shift()
      if (next && following) begin(following, next)
      return following
    },
    remove(ticket) {
      const share = shares.get(ticket.account)
      if (share) share.waiting = share.waiting.filter(other => other !== ticket)
    },
    waiting(account) {
      if (account !== undefined) return shares.get(account)?.waiting.length ?? 0
      return shares.values().reduce((sum, share) => sum + share.waiting.length, 0)
    },
  }
}

const isIdle = <T>({ waiting, running }: Share<T>): boolean => waiting.length === 0 && running === 0
