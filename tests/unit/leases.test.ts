import { expect, test } from "bun:test"
import type { KeyCaller, SessionCaller } from "../../api/credentials/callers.ts"
import { type CredentialSource, createLeases, type Lease } from "../../api/credentials/leases.ts"
import { duringLease, endingWith } from "../../api/http/streams.ts"
import { createLog } from "../../infra/log.ts"
import { until } from "../support/child.ts"

/** Leases are looked up together, and end when the stored credential no longer lets their caller in. */

const EVERY_MS = 5
const scope = { organizationId: "o", mode: "live", language: "en" } as const
const keyCaller = (keyId: string): KeyCaller => ({ ...scope, kind: "key", keyId, scopes: ["read"] })
const sessionCaller = (sessionId: string, role: SessionCaller["role"] = "member"): SessionCaller => ({
  ...{ ...scope, kind: "session", sessionId, userId: "u", role, mustChangePassword: false },
})
const BOTH = { by: ["key", "session"], scope: "read" } as const

type Key = Awaited<ReturnType<CredentialSource["keys"]>>[number]
type Session = Awaited<ReturnType<CredentialSource["sessions"]>>[number]
const key = (id: string, changes: Partial<Key> = {}): Key => ({ id, organizationId: "o", scopes: ["read"], ...changes })
const session = (sessionId: string, changes: Partial<Session> = {}): Session => ({
  ...{ sessionId, organizationId: "o", userId: "u", role: "member", mustChangePassword: false },
  ...changes,
})

/** Credentials that a test changes, and the ids of each query. */
const stored = () => {
  const keys = new Map<string, Key>()
  const sessions = new Map<string, Session>()
  const asked: string[][] = []
  const rows = <Row>(all: Map<string, Row>, ids: string[]) => {
    asked.push(ids)
    return ids.flatMap(id => all.get(id) ?? [])
  }
  const source: CredentialSource = {
    keys: async ids => rows(keys, ids),
    sessions: async ids => rows(sessions, ids),
  }
  return { keys, sessions, asked, leases: createLeases(source, createLog("test", "silent"), EVERY_MS) }
}
const ended = ({ signal }: Lease) => until(() => signal.aborted || undefined)

test("however many streams there are, each look names every credential once, and none is made while nothing lasts", async () => {
  const { keys, sessions, asked, leases } = stored()
  for (const id of ["a", "b"]) keys.set(id, key(id))
  sessions.set("s", session("s"))
  await Bun.sleep(10 * EVERY_MS)
  expect(asked).toEqual([])
  const held = Array.from({ length: 600 }, (_, n) =>
    leases.hold({ caller: n % 3 === 0 ? sessionCaller("s") : keyCaller(n % 3 === 1 ? "a" : "b"), ...BOTH }),
  )
  await until(() => asked.length >= 4 || undefined)
  expect(asked.slice(0, 4).map(ids => [...ids].sort())).toEqual([["a", "b"], ["s"], ["a", "b"], ["s"]])
  expect(held.some(({ signal }) => signal.aborted)).toBe(false)
  for (const { release } of held) release()
  await Bun.sleep(2 * EVERY_MS)
  const before = asked.length
  await Bun.sleep(10 * EVERY_MS)
  expect(asked.length - before).toBeLessThanOrEqual(1)
  leases.close()
})

test("more credentials than one statement names are asked for in parts", async () => {
  const { keys, asked, leases } = stored()
  for (let n = 0; n < 2_500; n++) {
    keys.set(`k${n}`, key(`k${n}`))
    leases.hold({ caller: keyCaller(`k${n}`), ...BOTH })
  }
  await until(() => asked.length >= 3 || undefined)
  expect(asked.slice(0, 3).map(({ length }) => length)).toEqual([1_000, 1_000, 500])
  leases.close()
})

test("a lease ends with its credential, and when that may no longer make the call", async () => {
  const { keys, sessions, leases } = stored()
  const owners = { by: ["owner"], scope: undefined } as const
  const cases: [name: string, lease: Lease, end: () => void][] = [
    ["a deleted key", leases.hold({ caller: keyCaller("a"), ...BOTH }), () => keys.delete("a")],
    [
      "a scope that was taken",
      leases.hold({ caller: keyCaller("b"), ...BOTH }),
      () => keys.set("b", key("b", { scopes: ["write"] })),
    ],
    [
      "another organization",
      leases.hold({ caller: keyCaller("c"), ...BOTH }),
      () => keys.set("c", key("c", { organizationId: "p" })),
    ],
    ["a session that is over", leases.hold({ caller: sessionCaller("s"), ...BOTH }), () => sessions.delete("s")],
    [
      "a password to change",
      leases.hold({ caller: sessionCaller("t"), ...BOTH }),
      () => sessions.set("t", session("t", { mustChangePassword: true })),
    ],
    [
      "another role",
      leases.hold({ caller: sessionCaller("v", "owner"), ...owners }),
      () => sessions.set("v", session("v")),
    ],
  ]
  for (const id of ["a", "b", "c", "keeps"]) keys.set(id, key(id))
  for (const id of ["s", "t"]) sessions.set(id, session(id))
  sessions.set("v", session("v", { role: "owner" }))
  const keeps = leases.hold({ caller: keyCaller("keeps"), ...BOTH })
  await Bun.sleep(4 * EVERY_MS)
  for (const [name, lease, end] of cases) {
    expect([name, lease.signal.aborted]).toEqual([name, false])
    end()
    await ended(lease)
    expect(() => lease.assert()).toThrow()
  }
  expect(keeps.signal.aborted).toBe(false)
  expect(() => keeps.assert()).not.toThrow()
  leases.close()
})

test("while the credentials cannot be read nothing ends; afterwards it does", async () => {
  let isDown = true
  let tries = 0
  const source: CredentialSource = {
    async keys() {
      tries++
      if (isDown) throw new Error("no database")
      return []
    },
    sessions: async () => [],
  }
  const leases = createLeases(source, createLog("test", "silent"), EVERY_MS)
  const lease = leases.hold({ caller: keyCaller("a"), ...BOTH })
  await until(() => tries >= 3 || undefined)
  expect(lease.signal.aborted).toBe(false)
  isDown = false
  await ended(lease)
  leases.close()
})

test("a lease of a legacy token ends when the token expires, and not before", async () => {
  const { keys, leases } = stored()
  keys.set("a", key("a"))
  const token = (expiresAtMs: number) =>
    leases.hold({ caller: { ...keyCaller("a"), kind: "legacy", expiresAtMs }, by: ["legacy"], scope: undefined })
  const [over, valid] = [token(Date.now() - 1), token(Date.now() + 3_600_000)]
  await ended(over)
  expect(() => over.assert()).toThrow("token-not-valid")
  expect(valid.signal.aborted).toBe(false)
  leases.close()
})

/** A lease that the test ends. */
const leaseToEnd = () => {
  const ending = new AbortController()
  let released = 0
  const lease: Lease = {
    signal: ending.signal,
    assert: () => ending.signal.throwIfAborted(),
    release: () => released++,
  }
  return { lease, end: () => ending.abort(new Error("over")), released: () => released }
}

test("a stream ends with its lease, or its lease is given back when the stream ends, fails or is left", async () => {
  const cancelled: string[] = []
  const source = (name: string, chunks: number, fails = false) => {
    let sent = 0
    return new ReadableStream<Uint8Array>({
      async pull(controller) {
        if (sent++ < chunks) return controller.enqueue(new Uint8Array([sent]))
        if (fails) throw new Error("broken")
        if (chunks > 0) controller.close()
        else await new Promise(() => {})
      },
      cancel: () => void cancelled.push(name),
    })
  }
  const waiting = leaseToEnd()
  const read = new Response(endingWith(waiting.lease, source("waiting", 0))).bytes()
  waiting.end()
  expect(await read).toHaveLength(0)
  const whole = leaseToEnd()
  expect(await new Response(endingWith(whole.lease, source("whole", 3))).bytes()).toEqual(new Uint8Array([1, 2, 3]))
  const broken = leaseToEnd()
  expect(new Response(endingWith(broken.lease, source("broken", 1, true))).bytes()).rejects.toThrow("broken")
  const file = leaseToEnd()
  const part = new Response(endingWith(file.lease, source("file", 0), { isWhole: true })).bytes()
  file.end()
  expect(part).rejects.toThrow("over")
  const left = leaseToEnd()
  await endingWith(left.lease, source("left", 0)).cancel()
  await Bun.sleep(0)
  expect([waiting, whole, broken, file, left].map(({ released }) => released())).toEqual([1, 1, 1, 1, 1])
  expect(cancelled).toEqual(["waiting", "file", "left"])
})

test("a wait whose lease ends is refused, and its lease is given back", async () => {
  const { lease, end, released } = leaseToEnd()
  const waited = duringLease(lease, async signal => {
    await new Promise(resolve => signal.addEventListener("abort", resolve))
    return "the wait was over"
  })
  end()
  expect(waited).rejects.toThrow("over")
  await waited.catch(() => {})
  expect(released()).toBe(1)
})
