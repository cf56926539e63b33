/** Answers of idempotency keys and acceptances of reports: each is stored once, even under concurrent calls. */
import { expect, test } from "bun:test"
import { eq } from "drizzle-orm"
import { createOnce } from "../../api/http/once.ts"
import type { Manager } from "../../api/v1/webhooks/endpoints.ts"
import { ConnectionLost } from "../../infra/database/connection.ts"
import { claimKey, dropClaim, keepAnswer, replaceAnswer } from "../../store/idempotencyKeys.ts"
import { acceptReport, findShare } from "../../store/scans/sharing.ts"
import { idempotencyKeys, scans } from "../../store/tables.ts"
import { onHarness } from "../support/onHarness.ts"
import type { WebhookHarness } from "../support/webhookSender.ts"

let harness: WebhookHarness
let manager: Manager
onHarness((opened, organization) => {
  harness = opened
  manager = organization
})

const MINUTE_MS = 60_000
const bytes = (text: string) => new TextEncoder().encode(text)

/** Calls for one idempotency key of the organization at a given minute, and its stored answer. */
const keyNamed = (keyHash: string) => {
  const { queries } = harness.database
  const name = { organizationId: manager.organizationId, mode: "live" as const, keyHash }
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1) + minute * MINUTE_MS)
  return {
    at,
    claim: (minute: number) =>
      claimKey(queries, name, "same", { now: at(minute), keptSince: at(minute - 1440), aliveSince: at(minute - 3) }),
    keep: (minute: number, text: string) => keepAnswer(queries, name, at(minute), bytes(text)),
    replace: (minute: number, text: string) => replaceAnswer(queries, name, at(minute), bytes(text)),
    drop: (minute: number) => dropClaim(queries, name, at(minute)),
    async kept() {
      const [row] = await queries.select().from(idempotencyKeys).where(eq(idempotencyKeys.keyHash, keyHash))
      return row && (row.answer ? new TextDecoder().decode(row.answer) : null)
    },
  }
}

test("a claim keeps one answer, that is not taken back with it", async () => {
  const key = keyNamed("first")
  expect(await key.claim(0)).toBe("ours")
  expect(await key.claim(1)).toMatchObject({ fingerprint: "same", answer: null })
  expect([await key.keep(0, "one"), await key.keep(0, "two"), await key.kept()]).toEqual([true, false, "one"])
  await key.drop(0)
  expect(await key.kept()).toBe("one")
  await key.replace(0, "more")
  expect(await key.kept()).toBe("more")
})

test("a request whose claim went to another neither answers for it nor takes it back", async () => {
  const key = keyNamed("second")
  await key.claim(0)
  expect(await key.claim(4)).toBe("ours")
  expect(await key.keep(0, "late")).toBe(false)
  await key.drop(0)
  expect(await key.kept()).toBe(null)
  expect(await key.keep(4, "answer")).toBe(true)
  await key.replace(0, "late")
  expect(await key.kept()).toBe("answer")
})

test("a key whose request ended with the database away may be used again at once when it is back", async () => {
  let isAway = false
  const queries = new Proxy(harness.database.queries, {
    get(target, name) {
      if (isAway) throw new ConnectionLost()
      const value = Reflect.get(target, name)
      return typeof value === "function" ? value.bind(target) : value
    },
  })
  const once = createOnce(queries)
  const request = new Request("http://localhost/v1/scans", { method: "POST", headers: { "idempotency-key": "away" } })
  const call = { request, caller: { organizationId: manager.organizationId, mode: "live" as const }, body: {} }
  const askedOnce = (make: () => Promise<string>) => once({ ...call, set: { headers: {} } }, make)
  const lost = askedOnce(async () => {
    isAway = true
    throw new ConnectionLost()
  })
  await expect(lost).rejects.toThrow("the connection to the database was lost")
  isAway = false
  expect(await askedOnce(async () => "made")).toBe("made")
})

const PLANT = { panelCount: 8, solarKwp: 3.2, batteryKwh: 5, investment: 6000 }

/** A completed scan with a link that ends at a moment. */
const shared = async (token: string, shareExpiresAt: Date | null) => {
  const id = await harness.acceptScan(manager)
  for (const status of ["processing", "completed"] as const) await harness.move(id, status)
  const { queries } = harness.database
  await queries.update(scans).set({ shareToken: token, shareExpiresAt }).where(eq(scans.id, id))
  return {
    accept: async (name: string) => (await acceptReport(queries, token, name, PLANT))?.acceptedBy,
    acceptedBy: async () => (await findShare(queries, { ...manager, mode: "live" }, id))?.acceptedBy,
  }
}

test("an acceptance that comes after the end of its link is not stored, however early it was asked for", async () => {
  const over = await shared("a".repeat(43), new Date(Date.now() - 1))
  expect([await over.accept("Ann"), await over.acceptedBy()]).toEqual([undefined, null])
  const open = await shared("b".repeat(43), new Date(Date.now() + MINUTE_MS))
  expect([await open.accept("Ann"), await open.accept("Bob"), await open.acceptedBy()]).toEqual([
    "Ann",
    undefined,
    "Ann",
  ])
})
