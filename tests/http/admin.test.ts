import { expect, test } from "bun:test"
import { existsSync, mkdtempSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import {
  createClient,
  embeddedTest,
  engineEnvironment,
  freshDataDir,
  OWNER,
  startFresh,
  startProcess,
} from "../support/service.ts"
import { logIn } from "../support/sessions.ts"

const ROOT = fileURLToPath(new URL("../..", import.meta.url))

/** Runs the command as an operator does. Returns its JSON, or its error output if it fails. */
const admin = async (env: Record<string, string>, ...args: string[]) => {
  const child = Bun.spawn([process.execPath, "cli/admin.ts", ...args], {
    cwd: ROOT,
    env: { ...process.env, ...(env.DATA_DIR ? await engineEnvironment(env.DATA_DIR) : {}), ...env },
    stdout: "pipe",
    stderr: "pipe",
  })
  const [out, error, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { code, error, out, json: () => JSON.parse(out) }
}

test("an operator makes a tier, an organization with it, its owner and its keys; they work", async () => {
  const DATA_DIR = await freshDataDir()
  const TIERS_FILE = join(mkdtempSync(join(tmpdir(), "solar-scan-tiers-")), "tiers.json")
  const run = async (...args: string[]) => {
    const { code, error, json } = await admin({ DATA_DIR, TIERS_FILE }, ...args)
    expect([code, error]).toEqual([0, ""])
    return json()
  }
  const tier = await run("tier", "create", "--name", "small", "--quota", "7", "--beyond", "refuse", "--price", "0.2")
  expect(tier).toEqual({
    name: "small",
    monthlyScans: 7,
    beyondQuota: "refuse",
    priceEurPerScan: 0.2,
    overagePriceEurPerScan: 0.2,
  })
  expect(Object.keys((await run("tier", "list")).tiers)).toEqual(["unlimited", "starter", "professional", "small"])
  const organization = await run("organization", "create", "--name", "Second", "--tier", "small")
  const at = ["--organization", organization.id]
  const user = await run("user", "create", ...at, "--email", "Second@example.org", "--role", "owner")
  const key = await run("key", "create", ...at, "--name", "Own", "--mode", "production")
  expect((await run("organization", "list")).items.map((item: { tier: string }) => item.tier)).toEqual([null, "small"])
  expect((await run("user", "list", ...at)).items[0]).toMatchObject({ email: "second@example.org", role: "owner" })
  const reset = await run("user", "reset-password", "--email", OWNER.email)

  const service = await startProcess(DATA_DIR, { TIERS_FILE })
  const { body } = await createClient(service.address, key.key).get("/v1/usage")
  expect(body).toMatchObject({ tier: "small", quota: 7 })
  const second = await logIn(service.address, "second@example.org", user.password)
  expect((await second.get("/v1/usage")).body.message).toContain("change the password first")
  await expect(logIn(service.address)).rejects.toThrow("401")
  await logIn(service.address, OWNER.email, reset.password)
  await service.end()

  expect(await run("key", "delete", ...at, "--id", key.id)).toEqual({ deleted: key.id })
  expect((await run("key", "list", ...at)).total).toBe(0)
  expect(await run("organization", "tier", ...at, "--tier", "starter")).toEqual({
    id: organization.id,
    tier: "starter",
  })
})

test("a wrong command is answered with one line, and nothing is made", async () => {
  const DATA_DIR = await freshDataDir()
  const fail = async (...args: string[]) => {
    const { code, error } = await admin({ DATA_DIR }, ...args)
    expect(code).toBe(1)
    return error.trim()
  }
  expect(await fail("key", "create", "--name", "x")).toStartWith("admin: --mode is required\nkey create")
  expect(await fail("key", "create", "--name", "x", "--mode", "live")).toBe(
    "admin: mode must be one of sandbox, production",
  )
  expect(await fail("user", "create", "--email", OWNER.email)).toBe(`admin: ${OWNER.email} has an account already`)
  expect(await fail("organization", "create", "--name", "x", "--tier", "starte")).toContain("did you mean starter?")
  expect(await fail("organization", "tier", "--organization", "none", "--tier", "starter")).toBe(
    "admin: organization not found",
  )
  expect(await fail("tier", "create", "--name", "x")).toBe("admin: TIERS_FILE must name the file that keeps the tiers")
  expect(await fail("nothing")).toStartWith("admin: there is no command nothing")
  const { out } = await admin({ DATA_DIR }, "organization", "list")
  expect(JSON.parse(out).items).toHaveLength(1)
})

embeddedTest("a folder that the service holds is left alone", async () => {
  const service = await startFresh()
  const { code, error } = await admin({ DATA_DIR: service.dataDir }, "organization", "list")
  expect([code, error]).toEqual([
    1,
    expect.stringContaining(`DATA_DIR ${service.dataDir} is in use by another process`),
  ])
  expect((await createClient(service.address).get("/v1/usage")).status).toBe(200)
  await service.end()
})

test("the help lists every command and makes no database", async () => {
  const DATA_DIR = join(mkdtempSync(join(tmpdir(), "solar-scan-help-")), "data")
  const { code, out } = await admin({ DATA_DIR }, "help")
  expect(code).toBe(0)
  for (const command of ["organization create", "user create", "key create", "tier create"])
    expect(out).toContain(command)
  expect(existsSync(DATA_DIR)).toBe(false)
})
