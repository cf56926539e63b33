import { afterAll, beforeAll, expect, test } from "bun:test"
import type { ServiceOfOrganization } from "../support/service.ts"
import { type Client, logIn } from "../support/sessions.ts"
import { startShared } from "../support/shared.ts"

let service: ServiceOfOrganization
let owner: Client

beforeAll(async () => {
  service = await startShared()
  owner = await logIn(service)
})
afterAll(() => service.end())

const add = async (email: string, role: string) => (await owner.post("/v1/members", { email, role })).body

/** Adds a user with a password, and logs in as this user. */
const addSettled = async (email: string, role: string) => {
  const added = await add(email, role)
  const client = await logIn(service.address, email, added.password)
  await client.post("/v1/auth/password", { currentPassword: added.password, newPassword: "chosen by themselves" })
  return { ...added, client }
}

test("an owner adds a user, who is then listed without their password", async () => {
  const { status, body } = await owner.post("/v1/members", { email: "Ann@Example.org", role: "member" })
  expect(status).toBe(201)
  expect(body).toEqual({
    id: expect.any(String),
    email: "ann@example.org",
    role: "member",
    mustChangePassword: true,
    createdAt: expect.stringMatching(/Z$/),
    password: expect.stringMatching(/^\S{16}$/),
  })
  const { password: _, ...member } = body
  const list = await owner.get("/v1/members")
  expect(list.body.items[0]).toMatchObject({ email: service.owner.email, role: "owner", mustChangePassword: false })
  expect(list.body.items).toContainEqual(member)
})

test("an address has one account, and must be one", async () => {
  await add("twice@example.org", "member")
  expect((await owner.post("/v1/members", { email: "TWICE@example.org", role: "owner" })).body).toEqual({
    statusCode: 409,
    message: "twice@example.org has an account already",
    code: "CONFLICT",
    reason: "account-exists",
  })
  expect((await owner.post("/v1/members", { email: "no address", role: "boss" })).body).toEqual({
    statusCode: 400,
    message: "email must be an e-mail address; role must be one of owner, member",
    code: "INVALID_INPUT",
    errors: expect.any(Array),
  })
})

test("a member sees the users and changes none of them", async () => {
  const { id, client } = await addSettled("reader@example.org", "member")
  expect((await client.get("/v1/members")).status).toBe(200)
  expect((await client.post("/v1/members", { email: "x@example.org", role: "member" })).status).toBe(403)
  expect((await client.patch(`/v1/members/${id}`, { role: "owner" })).status).toBe(403)
  expect((await client.delete(`/v1/members/${id}`)).status).toBe(403)
})

test("a new role counts from the next call on; a removed user's session ends", async () => {
  const { id, client } = await addSettled("rising@example.org", "member")
  expect((await client.post("/v1/api-keys", { name: "x", mode: "sandbox" })).status).toBe(403)
  expect((await owner.patch(`/v1/members/${id}`, { role: "owner" })).body.role).toBe("owner")
  expect((await client.post("/v1/api-keys", { name: "x", mode: "sandbox" })).status).toBe(201)
  expect((await owner.delete(`/v1/members/${id}`)).status).toBe(204)
  expect((await client.get("/v1/members")).status).toBe(401)
  expect((await owner.delete(`/v1/members/${id}`)).body).toEqual({
    statusCode: 404,
    message: "member not found",
    code: "NOT_FOUND",
    reason: "not-found",
  })
})

test("the last owner stays an owner", async () => {
  const { items } = (await owner.get("/v1/members?limit=100")).body
  const owners = items.filter(({ role }: { role: string }) => role === "owner")
  expect(owners).toHaveLength(1)
  const { id } = owners[0]!
  const message = "an organization keeps at least one owner: make another member owner first"
  expect((await owner.patch(`/v1/members/${id}`, { role: "member" })).body).toEqual({
    statusCode: 409,
    message,
    code: "CONFLICT",
    reason: "owner-needed",
  })
  expect((await owner.delete(`/v1/members/${id}`)).body).toEqual({
    statusCode: 409,
    message,
    code: "CONFLICT",
    reason: "owner-needed",
  })
  const second = await addSettled("second@example.org", "owner")
  const demotions = await Promise.all([
    owner.patch(`/v1/members/${id}`, { role: "member" }),
    second.client.patch(`/v1/members/${second.id}`, { role: "member" }),
  ])
  expect(demotions.map(({ status }) => status).sort()).toEqual([200, 409])
})
