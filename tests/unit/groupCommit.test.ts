import { expect, test } from "bun:test"
import { Unavailable } from "../../api/http/errors.ts"
import { createGroupCommit } from "../../store/groupCommit.ts"

/** A commit that records its items, fails for the item "bad", and takes as long as the test decides. */
const setUp = (options: { maxItems?: number; maxWaiting?: number; isCommon?: boolean } = {}) => {
  const commits: string[][] = []
  let gate = Promise.resolve()
  const write = createGroupCommit<string, string>({
    commit: async items => {
      commits.push(items)
      await gate
      if (items.includes("bad")) throw new Error("bad item")
      return items.map(item => item.toUpperCase())
    },
    maxItems: options.maxItems ?? 10,
    maxWaiting: options.maxWaiting ?? 100,
    refusal: () => new Unavailable("database-unreachable"),
    lingerMs: 1,
    isCommon: () => options.isCommon ?? false,
  })
  const hold = () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    gate = promise
    return resolve
  }
  return { write, commits, hold }
}

test("what comes at the same time is one commit, and each caller gets its own results", async () => {
  const { write, commits } = setUp()
  expect(await Promise.all([write(["a"]), write(["b", "c"]), write(["d"])])).toEqual([["A"], ["B", "C"], ["D"]])
  expect(commits).toEqual([["a", "b", "c", "d"]])
})

test("what comes during a commit shares the next", async () => {
  const { write, commits, hold } = setUp()
  const release = hold()
  const first = write(["a"])
  while (commits.length === 0) await Bun.sleep(1)
  const later = [write(["b"]), write(["c"])]
  release()
  await Promise.all([first, ...later])
  expect(commits).toEqual([["a"], ["b", "c"]])
})

test("a commit has a bound, a group is never split", async () => {
  const { write, commits } = setUp({ maxItems: 3 })
  await Promise.all([write(["a", "b"]), write(["c", "d"]), write(["e"])])
  expect(commits).toEqual([
    ["a", "b"],
    ["c", "d", "e"],
  ])
})

test("a group that cannot be written does not harm the others", async () => {
  const { write, commits } = setUp()
  const outcomes = await Promise.allSettled([write(["a"]), write(["bad"]), write(["b"])])
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"])
  expect(commits).toEqual([["a", "bad", "b"], ["a"], ["bad"], ["b"]])
  expect(await write(["c"])).toEqual(["C"])
})

test("a failure that befalls all is not tried group by group", async () => {
  const { write, commits } = setUp({ isCommon: true })
  const outcomes = await Promise.allSettled([write(["a"]), write(["bad"])])
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"])
  expect(commits).toHaveLength(1)
})

test("what waits has a bound; beyond it a group is refused until later", async () => {
  const { write } = setUp({ maxWaiting: 2 })
  const kept = [write(["a"]), write(["b"])]
  expect(await write(["c"]).catch(error => error)).toBeInstanceOf(Unavailable)
  expect(await Promise.all(kept)).toEqual([["A"], ["B"]])
  expect(await write(["c"])).toEqual(["C"])
})
