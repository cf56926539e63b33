import { expect, test } from "bun:test"
import { createRounds, shared } from "../../infra/coalesce.ts"

test("who asks while work runs gets its outcome, and who asks later a new one", async () => {
  let runs = 0
  const gate = Promise.withResolvers<void>()
  const ask = shared(async () => {
    const run = ++runs
    await gate.promise
    return run
  })
  const asked = Promise.all([ask(), ask(), ask()])
  gate.resolve()
  expect(await asked).toEqual([1, 1, 1])
  expect(await ask()).toBe(2)
})

test("an outcome that is an error is shared as well, and the next run is a new one", async () => {
  let runs = 0
  const ask = shared(async () => {
    if (++runs === 1) throw new Error("broken")
    return runs
  })
  expect((await Promise.allSettled([ask(), ask()])).map(({ status }) => status)).toEqual(["rejected", "rejected"])
  expect(await ask()).toBe(2)
})

test("rounds run one at a time; calls during one lead to one more; a round that says so is followed by another", async () => {
  const gates: PromiseWithResolvers<boolean>[] = []
  let running = 0
  let most = 0
  const rounds = createRounds({
    async round() {
      most = Math.max(most, ++running)
      gates.push(Promise.withResolvers<boolean>())
      const hasMore = await gates.at(-1)!.promise
      running--
      return hasMore
    },
    onError: () => {},
  })
  rounds.wake()
  rounds.wake()
  rounds.wake()
  expect(gates).toHaveLength(1)
  gates[0]!.resolve(true)
  await Bun.sleep(0)
  expect(gates).toHaveLength(2)
  const last = rounds.idle()
  gates[1]!.resolve(false)
  await Bun.sleep(0)
  expect(gates).toHaveLength(3)
  gates[2]!.resolve(false)
  await last
  expect([gates.length, most]).toEqual([3, 1])
})

test("a round that failed is reported and not repeated, and the next call runs one", async () => {
  const errors: unknown[] = []
  let runs = 0
  const rounds = createRounds({
    async round() {
      if (++runs === 1) throw new Error("broken")
      return false
    },
    onError: error => errors.push(error),
    gatherMs: 1,
  })
  await rounds.idle()
  expect([runs, errors.length]).toEqual([1, 1])
  await rounds.idle()
  expect([runs, errors.length]).toEqual([2, 1])
})
