interface GroupCommitOptions<T, R> {
  /** Writes items in one transaction; the results in the order of the items. */
  commit: (items: T[]) => Promise<R[]>
  /** Maximum number of items per transaction; a group is never split, so no group may be larger. */
  maxItems: number
  /** Items that may wait; beyond it a group is refused with what `refusal` gives. */
  maxWaiting: number
  refusal: () => Error
  /** Time that the first group waits for others if no write is running [ms]; 0: until arrived input is read. */
  lingerMs: number
  /** True if a failure would hit every group alike, so that single retries are useless. */
  isCommon: (error: unknown) => boolean
}

interface Group<T, R> {
  items: T[]
  done: (results: R[]) => void
  fail: (error: unknown) => void
}

/**
 * Collects groups that arrive at about the same time into one transaction, so that many callers share one commit.
 * Groups that arrive during a commit share the next commit. A group that cannot be written does not fail the other
 * groups of its transaction.
 */
export const createGroupCommit = <T, R>(options: GroupCommitOptions<T, R>): ((items: T[]) => Promise<R[]>) => {
  const { commit, maxItems, maxWaiting, refusal, lingerMs, isCommon } = options
  const waiting: Group<T, R>[] = []
  let waitingItems = 0
  let isWriting = false

  const take = (): Group<T, R>[] => {
    let groups = 0
    let size = 0
    while (groups < waiting.length && (groups === 0 || size + waiting[groups]!.items.length <= maxItems))
      size += waiting[groups++]!.items.length
    waitingItems -= size
    return waiting.splice(0, groups)
  }
  const write = async (groups: Group<T, R>[]): Promise<void> => {
    try {
      const results = await commit(groups.flatMap(({ items }) => items))
      let start = 0
      for (const { items, done } of groups) {
        done(results.slice(start, start + items.length))
        start += items.length
      }
    } catch (error) {
      if (groups.length > 1 && !isCommon(error)) for (const group of groups) await write([group])
      else for (const { fail } of groups) fail(error)
    }
  }
  const writeAll = async () => {
    while (waiting.length > 0) await write(take())
    isWriting = false
  }
  return items =>
    new Promise((done, fail) => {
      if (waitingItems + items.length > maxWaiting) return fail(refusal())
      waiting.push({ items, done, fail })
      waitingItems += items.length
      if (isWriting) return
      isWriting = true
      if (lingerMs === 0) setImmediate(writeAll)
      else setTimeout(writeAll, lingerMs)
    })
}
