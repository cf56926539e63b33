import { afterAll, beforeAll, expect, test } from "bun:test"
import { sql } from "drizzle-orm"
import { createTryPassword } from "../../api/credentials/tries.ts"
import { TooManyRequests } from "../../api/http/errors.ts"
import { type Database, openEmbeddedDatabase } from "../../store/database.ts"
import { rateLimits } from "../../store/tables.ts"
import {
  createClient,
  freshDataDir,
  OWNER,
  type RunningService,
  startFresh,
  startProcess,
  until,
} from "../support/service.ts"
import { logIn } from "../support/sessions.ts"

let service: RunningService
let database: Database

beforeAll(async () => {
  service = await startFresh({ TRUST_PROXY: "1" })
  database = await openEmbeddedDatabase("memory://passwords")
})
afterAll(async () => {
  await service.end()
  await database.close()
})

let addresses = 0
const login = (password: string, email = OWNER.email, address = `198.51.100.${++addresses}`) =>
  createClient(service.address, null).post("/v1/auth/login", { email, password }, { "x-forwarded-for": address })

test("one account is not guessed from many addresses, and other accounts go on", async () => {
  const email = "nobody@example.org"
  const statuses: number[] = []
  for (let i = 0; i < 25; i++) statuses.push((await login(`guess number ${i}`, email)).status)
  expect(statuses.slice(0, 20)).toEqual(Array(20).fill(401))
  expect(statuses.slice(20)).toContain(429)
  const { status, headers, body } = await login("guess again", email)
  expect([status, Number(headers.get("retry-after")) > 0]).toEqual([429, true])
  expect(body.message).toMatch(/^too many wrong passwords of this account: try again in \d+ s$/)
  expect((await login(OWNER.password)).status).toBe(200)
})

test("each failed login is in the log with its address, never with what was typed", async () => {
  const password = "typed-by-MISTAKE-9"
  await login(password, OWNER.email, "203.0.113.41")
  await login(password, "mistyped-SECRET@example.org", "203.0.113.42")
  const lines = await until(() => {
    const read = service.output().split("\n")
    return read.some(line => line.includes("203.0.113.42")) ? read : undefined
  })
  const known = lines.find(line => line.includes("203.0.113.41"))
  expect(JSON.parse(known ?? "{}")).toMatchObject({ msg: "a login failed", userId: expect.any(String) })
  expect(JSON.parse(lines.find(line => line.includes("203.0.113.42")) ?? "{}").userId).toBeUndefined()
  expect(service.output()).not.toContain("MISTAKE")
  expect(service.output()).not.toContain("SECRET")
  expect((await login(OWNER.password)).status).toBe(200)
})

test("common passwords are refused, in any case and with a year after them", async () => {
  const session = await logIn(service.address)
  const change = (newPassword: string) =>
    session.post("/v1/auth/password", { currentPassword: OWNER.password, newPassword })
  for (const common of ["qwertyuiop", "Basketball", "password123", "Monkey-2026!", "1111111111"]) {
    const { status, body } = await change(common)
    expect([common, status, body.message]).toEqual([
      common,
      400,
      "newPassword is one of the most common passwords, or one with a few digits or signs after it",
    ])
  }
})

test("a common password for the first owner stops the start", async () => {
  const said = await startProcess(await freshDataDir(), { BOOTSTRAP_PASSWORD: "password123" }).catch(String)
  expect(String(said)).toContain("solar-scan: BOOTSTRAP_PASSWORD takes none of the most common passwords")
})

/** Moves the end of counted periods in the database by `seconds`. */
const pass = async (seconds: number) => {
  await database.queries
    .update(rateLimits)
    .set({ endsAt: sql`${rateLimits.endsAt} - make_interval(secs => ${seconds})` })
}

test("waits double with each further wrong password, up to a bound, and an hour later all is forgotten", async () => {
  const tryPassword = createTryPassword(database.queries)
  const waitOf = async (network: string): Promise<number> => {
    try {
      expect(await tryPassword({ account: "a", network }, async () => false)).toBe(false)
      return 0
    } catch (error) {
      return Number((error as TooManyRequests).headers["retry-after"])
    }
  }
  for (let i = 0; i < 10; i++) expect(await waitOf("one")).toBe(0)
  for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900]) {
    if (seconds >= 8) expect(await waitOf("one")).toBeWithin(seconds - 5, seconds + 1)
    await pass(seconds)
    expect(await waitOf("one")).toBe(0)
  }
  await pass(3_600)
  expect(await waitOf("one")).toBe(0)
  for (let i = 0; i < 40; i++) await waitOf(`network ${i}`)
  for (let i = 0; i < 12; i++) {
    expect(await waitOf(`later ${i}`)).toBeWithin(1, 61)
    await pass(60)
    expect(await waitOf(`later ${i}`)).toBe(0)
  }
})

test("the right password ends the wait", async () => {
  const tryPassword = createTryPassword(database.queries)
  const tries = (times: number) =>
    Promise.all(Array.from({ length: times }, () => tryPassword({ account: "c", network: "one" }, async () => false)))
  await tries(9)
  expect(await tryPassword({ account: "c", network: "one" }, async () => true)).toBe(true)
  expect(await tries(10)).toEqual(Array(10).fill(false))
})

test("guesses from other networks do not delay a user whose password was right before, own guesses do", async () => {
  const tryPassword = createTryPassword(database.queries)
  const attempt = (network: string, isRight: boolean) => tryPassword({ account: "d", network }, async () => isRight)
  expect(await attempt("home", true)).toBe(true)
  for (let i = 0; i < 20; i++) await attempt(`stranger ${i}`, false)
  await expect(attempt("one more stranger", false)).rejects.toThrow(TooManyRequests)
  await expect(attempt("a new place", true)).rejects.toThrow(TooManyRequests)
  for (let i = 0; i < 10; i++) expect(await attempt("home", false)).toBe(false)
  await expect(attempt("home", true)).rejects.toThrow(TooManyRequests)
  await pass(2)
  expect(await attempt("home", true)).toBe(true)
})

test("guesses at the same moment are counted one by one", async () => {
  const tryPassword = createTryPassword(database.queries)
  let made = 0
  const guess = (i: number) =>
    tryPassword({ account: "b", network: `network ${i}` }, async () => {
      made++
      return false
    }).catch(error => expect(error).toBeInstanceOf(TooManyRequests))
  await Promise.all(Array.from({ length: 200 }, (_, i) => guess(i)))
  expect(made).toBe(20)
})
