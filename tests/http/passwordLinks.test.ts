import { afterAll, beforeAll, expect, test } from "bun:test"
import { fileURLToPath } from "node:url"
import { eq } from "drizzle-orm"
import { createSetByLink, makePasswordLink } from "../../api/credentials/passwordLinks.ts"
import { newId } from "../../infra/ids.ts"
import { createLog } from "../../infra/log.ts"
import { type Database, openEmbeddedDatabase } from "../../store/database.ts"
import { insertOrganization } from "../../store/organizations.ts"
import { passwordLinks } from "../../store/passwordLinksTable.ts"
import { findUser, insertUser, setPassword } from "../../store/users.ts"
import { createClient, engineEnvironment, freshDataDir, OWNER, startProcess } from "../support/service.ts"
import { logIn } from "../support/sessions.ts"

const ROOT = fileURLToPath(new URL("../..", import.meta.url))
const NEXT = "a password by a link"

let database: Database
let userId: string

beforeAll(async () => {
  database = await openEmbeddedDatabase("memory://password-links")
  const organizationId = newId()
  await insertOrganization(database.queries, { id: organizationId, displayName: "One", tier: null })
  const user = { organizationId, email: "a@example.org", passwordHash: "x", mustChangePassword: true }
  userId = (await insertUser(database.queries, { ...user, role: "owner" }))!.id
})
afterAll(() => database.close())

/** Runs the command as an operator does. */
const admin = async (env: Record<string, string>, ...args: string[]) => {
  const child = Bun.spawn([process.execPath, "cli/admin.ts", ...args], {
    cwd: ROOT,
    env: { ...process.env, ...(await engineEnvironment(env.DATA_DIR!)), ...env },
    stdout: "pipe",
    stderr: "pipe",
  })
  const [out, error, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { out, error, code }
}

test("an operator's link sets a password once, ends the sessions, and its secret is in no log", async () => {
  const DATA_DIR = await freshDataDir()
  const first = await startProcess(DATA_DIR, {})
  const before = await logIn(first.address)
  expect((await before.get("/v1/auth/session")).status).toBe(200)
  await first.end("SIGTERM")
  const { out, error, code } = await admin(
    { DATA_DIR, PUBLIC_URL: "https://sun.example" },
    "password-link",
    OWNER.email.toUpperCase(),
  )
  expect([code, error]).toEqual([0, ""])
  const { url, email, expiresAt } = JSON.parse(out)
  expect([email, url]).toEqual([
    OWNER.email,
    expect.stringMatching(/^https:\/\/sun\.example\/dashboard\/password#[\w-]{43}$/),
  ])
  expect(Date.parse(expiresAt) - Date.now()).toBeWithin(23 * 3_600_000, 24 * 3_600_000 + 1)
  const token = new URL(url).hash.slice(1)

  const service = await startProcess(DATA_DIR, { LOG_LEVEL: "info" })
  const anyone = createClient(service.address, null)
  const open = await logIn(service.address)
  expect((await open.get("/v1/auth/session")).status).toBe(200)
  const set = (newPassword: string, by = token) => anyone.post("/v1/auth/password-link", { token: by, newPassword })
  expect((await set("password123")).body.errors[0].rule).toBe("password-common")
  expect((await set("short")).status).toBe(400)
  expect((await set(NEXT, `${token}x`)).body.errors[0].rule).toBe("password-link-over")
  expect((await set(NEXT)).status).toBe(204)
  expect((await open.get("/v1/auth/session")).status).toBe(401)
  const again = await set("another password")
  expect([again.status, again.body.errors[0].path]).toEqual([400, ["token"]])
  expect((await anyone.post("/v1/auth/login", OWNER)).status).toBe(401)
  expect((await anyone.post("/v1/auth/login", { email: OWNER.email, password: NEXT })).status).toBe(200)
  await service.end()
  expect(service.output()).toContain("a password was set by a link")
  expect(service.output()).toContain("a link to a new password was refused")
  for (const secret of [token, NEXT]) expect(service.output()).not.toContain(secret)
})

test("the command refuses who is nobody, and hours out of bounds", async () => {
  const DATA_DIR = await freshDataDir()
  const nobody = await admin({ DATA_DIR }, "password-link", "nobody@example.org")
  expect([nobody.code, nobody.out]).toEqual([1, ""])
  for (const hours of ["0", "169", "1.5", "x"]) {
    const { code, error } = await admin({ DATA_DIR }, "password-link", OWNER.email, "--hours", hours)
    expect([hours, code, error.includes("--hours must be a whole number from 1 to 168")]).toEqual([hours, 1, true])
  }
})

const make = (hours: number) => makePasswordLink(database.queries, { userId, hours, publicUrl: "https://sun.example" })
const secretOf = ({ url }: { url: string }) => new URL(url).hash.slice(1)
const setByLink = (secret: string) =>
  createSetByLink({ queries: database.queries, log: createLog("test", "silent") })({
    secret,
    next: NEXT,
    address: "::1",
  })
const rows = () => database.queries.select().from(passwordLinks).where(eq(passwordLinks.userId, userId))

test("only a hash of the secret is kept, and a newer link replaces the one before", async () => {
  const [older, newer] = [secretOf(await make(1)), secretOf(await make(1))]
  const kept = await rows()
  expect([kept.length, JSON.stringify(kept).includes(newer)]).toEqual([1, false])
  await expect(setByLink(older)).rejects.toThrow()
  await setByLink(newer)
  expect(await rows()).toEqual([])
  expect(await findUser(database.queries, userId)).toMatchObject({ mustChangePassword: false })
})

test("a link that is over sets nothing", async () => {
  const secret = secretOf(await make(1))
  await database.queries.update(passwordLinks).set({ expiresAt: new Date(Date.now() - 1) })
  await expect(setByLink(secret)).rejects.toThrow()
})

test("a password that is set otherwise ends the link, so that whoever has it cannot set another", async () => {
  const secret = secretOf(await make(1))
  await setPassword(database.queries, userId, { passwordHash: "y", mustChangePassword: false })
  expect(await rows()).toEqual([])
  await expect(setByLink(secret)).rejects.toThrow()
})

test("a new link forgets those of others that are over, and no others", async () => {
  const { organizationId } = (await findUser(database.queries, userId))!
  const newUser = async (email: string) =>
    (await insertUser(database.queries, {
      ...{ organizationId, email, passwordHash: "x", mustChangePassword: false },
      role: "member",
    }))!.id
  const [gone, waiting] = [await newUser("b@example.org"), await newUser("c@example.org")]
  for (const id of [gone, waiting])
    await makePasswordLink(database.queries, { userId: id, hours: 1, publicUrl: "https://sun.example" })
  const past = { expiresAt: new Date(Date.now() - 1) }
  await database.queries.update(passwordLinks).set(past).where(eq(passwordLinks.userId, gone))
  await make(1)
  const kept = await database.queries.select({ id: passwordLinks.userId }).from(passwordLinks)
  expect(kept.map(({ id }) => id).toSorted()).toEqual([userId, waiting].toSorted())
})

test("of two that use a link at once one sets the password", async () => {
  const secret = secretOf(await make(1))
  const ends = await Promise.allSettled([setByLink(secret), setByLink(secret)])
  expect(ends.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"])
})
