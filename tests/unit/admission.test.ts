import { expect, test } from "bun:test"
import { type Admission, createAdmission } from "../../api/http/admission.ts"
import { answerOfFailure, failureOf } from "../../api/http/failure.ts"
import type { Operation } from "../../api/http/operation.ts"
import { createPauses } from "../../api/http/pauses.ts"
import { loadProfileOperations } from "../../api/legacy/load-profiles/routes.ts"
import { runOperations } from "../../api/legacy/routes.ts"
import { operations } from "../../api/operations.ts"

/** Turns of a process, measured by the order of work. */

const LIST_FIELDS = ["page", "limit", "cursor", "search"]
const account = (name: string) => ({ name, weight: 1 })
const large = (admission: Admission, name: string, work: () => Promise<void>) =>
  admission.call({ account: account(name), bodyBytes: 0, takesTurns: true }, work)

/** Works on this thread for longer than one turn, by its processor time. */
const stretch = () => {
  const usedMs = () => process.threadCpuUsage().user / 1000
  const endMs = usedMs() + 8
  while (usedMs() < endMs);
}

test("large bodies of one account leave each second turn of the thread to another account", async () => {
  const admission = createAdmission(1)
  const order: string[] = []
  const pieces = (name: string, count: number) => async () => {
    const pause = createPauses()
    for (let n = 0; n < count; n++) {
      await pause()
      order.push(name)
      stretch()
    }
  }
  const hostile = Array.from({ length: 20 }, () => large(admission, "hostile", pieces("hostile", 4)))
  const other = large(admission, "other", pieces("other", 8))
  await Promise.all([...hostile, other])
  expect(order).toHaveLength(88)
  // One begun turn before the other's first, and about one for each of the others.
  expect(order.lastIndexOf("other")).toBeLessThanOrEqual(20)
})

test("a call that waits for other work holds no turn, and light work runs between turns", async () => {
  const admission = createAdmission(1)
  const order: string[] = []
  const { promise, resolve } = Promise.withResolvers<void>()
  const waiting = large(admission, "a", async () => {
    await createPauses()()
    order.push("begun")
    await promise
    order.push("ended")
  })
  const working = large(admission, "b", async () => {
    const pause = createPauses()
    for (let n = 0; n < 3; n++) {
      await pause()
      order.push("worked")
      stretch()
    }
  })
  await working
  expect(order).toEqual(["begun", "worked", "worked", "worked"])
  resolve()
  await waiting
  let rounds = 0
  let isOver = false
  const count = () => {
    rounds++
    if (!isOver) setImmediate(count)
  }
  setImmediate(count)
  await large(admission, "b", async () => {
    const pause = createPauses()
    for (let n = 0; n < 10; n++) {
      await pause()
      stretch()
    }
  })
  isOver = true
  expect(rounds).toBeGreaterThanOrEqual(9)
})

test("a turn ends with its work, whatever becomes of it, and its cost is charged", async () => {
  const admission = createAdmission(1)
  const turn = (name: string, childMs: number, work = async () => {}) =>
    admission.turn("cases", { estimate: { childMs: 100 }, account: account(name) }, async () => {
      await work()
      return { result: name, cost: { childMs } }
    })
  await expect(turn("a", 1, () => Promise.reject(new Error("failed")))).rejects.toThrow("failed")
  expect(await turn("b", 7)).toBe("b")
  expect(admission.shown("b").used.childMs).toBe(7)
})

test("more waiting work of an account than its lane takes is refused by the unit, and that of another is not", async () => {
  const admission = createAdmission(1)
  const { promise, resolve } = Promise.withResolvers<void>()
  const turn = (name: string) =>
    admission.turn("documents", { estimate: {}, account: account(name) }, async () => {
      await promise
      return { result: name }
    })
  const waiting = Array.from({ length: 9 }, () => turn("hostile"))
  const refused = {
    status: 429,
    code: "SHARE_USED_UP",
    refusal: { reason: "share-used-up", params: { unit: "childMs" } },
  }
  const error = await turn("hostile").catch(thrown => thrown)
  expect(error).toMatchObject(refused)
  expect(answerOfFailure(failureOf(error)!, "en")).toMatchObject({ reason: "share-used-up", unit: "childMs" })
  const other = turn("other")
  resolve()
  expect(await Promise.all([...waiting, other])).toHaveLength(10)
  expect(admission.shown("hostile").refused).toBe(1)
})

test("each list of more than 1,000 rows waits for turns", () => {
  const short = ["/v1/api-keys", "/v1/members", "/v1/price-series", "/v1/webhook-endpoints"]
  const fromAPlace = ["/v1/events"]
  const withACounter = ["/v1/scans/export"]
  const lists = [...Object.values(operations), runOperations, loadProfileOperations]
    .flatMap(group => Object.values<Operation>(group))
    .filter(
      ({ place, query }) => place.startsWith("GET ") && LIST_FIELDS.some(name => name in (query?.properties ?? {})),
    )
  const withoutTurns = lists.filter(({ costs }) => costs !== "list").map(({ place }) => place.slice("GET ".length))
  expect(lists.length).toBeGreaterThan(15)
  expect(withoutTurns.sort()).toEqual([...short, ...fromAPlace, ...withACounter].sort())
})
