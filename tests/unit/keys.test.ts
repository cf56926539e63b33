import { expect, test } from "bun:test"
import { mkdtempSync, statSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { crc32 } from "node:zlib"
import { hashApiKey, modeOfKey, newApiKey } from "../../api/credentials/keys.ts"
import { isPassword } from "../../api/credentials/passwords.ts"
import { signingSecret } from "../../api/credentials/secret.ts"
import { readConfig } from "../../infra/config.ts"

test("a key says its mode, holds 32 random bytes, and ends in the checksum of them", () => {
  for (const [mode, prefix] of [
    ["sandbox", "zs_test_"],
    ["live", "zs_live_"],
  ] as const) {
    const key = newApiKey(mode)
    const random = key.slice(prefix.length, -8)
    expect(key).toStartWith(prefix)
    expect(random).toMatch(/^[A-Za-z0-9]{43}$/)
    expect(Number.parseInt(key.slice(-8), 16)).toBe(crc32(random))
    expect(modeOfKey(key)).toBe(mode)
  }
  expect(new Set(Array.from({ length: 1000 }, () => newApiKey("live"))).size).toBe(1000)
})

test("what has another prefix is no key", () => {
  for (const text of ["", "zs_", "zs_prod_abc", "ZS_TEST_abc", " zs_test_abc"]) expect(modeOfKey(text)).toBeUndefined()
})

test("what is kept of a key is its SHA-256", () => {
  expect(hashApiKey("abc")).toBe("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
})

test("an embedded start makes its secret once, for its user alone; a cluster must be given one", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "solar-scan-secret-"))
  const embedded = readConfig({ DATA_DIR: dataDir })
  const secret = signingSecret(embedded)
  expect(secret.length).toBeGreaterThanOrEqual(48)
  expect(signingSecret(embedded)).toEqual(secret)
  expect(statSync(join(dataDir, "jwt-secret")).mode & 0o777).toBe(0o600)
  const cluster = { DATA_DIR: dataDir, DATABASE_URL: "postgres://localhost/scans" }
  expect(() => signingSecret(readConfig(cluster))).toThrow("JWT_SECRET must be set when DATABASE_URL is")
  const given = "a secret of at least 32 characters"
  expect(new TextDecoder().decode(signingSecret(readConfig({ ...cluster, JWT_SECRET: given })))).toBe(given)
})

test("without an account no password is right", async () => {
  const hash = await Bun.password.hash("right", { algorithm: "argon2id", memoryCost: 8, timeCost: 1 })
  expect(await isPassword("right", hash)).toBe(true)
  expect(await isPassword("wrong", hash)).toBe(false)
  expect(await isPassword("right", undefined)).toBe(false)
})
