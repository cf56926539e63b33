import { afterAll, beforeAll, expect, test } from "bun:test"
import { mixedDigits, sharedPartWorkbook } from "../support/hostileFiles.ts"
import { legacyToken } from "../support/legacy.ts"
import { textFile, workbookFile } from "../support/meterFiles.ts"
import { upload } from "../support/profiles.ts"
import { createClient, type ServiceOfOrganization } from "../support/service.ts"
import { bearer } from "../support/sessions.ts"
import { startShared } from "../support/shared.ts"

/** Files that try to stop the service: each is refused with a sentence while the service still answers. */

let service: ServiceOfOrganization
let client: ReturnType<typeof createClient>
let token: string

beforeAll(async () => {
  service = await startShared()
  client = createClient(service)
  token = await legacyToken(service)
})
afterAll(() => service.end())

/** A quadratic pattern would take minutes on this text; the limit of each test ends such a wait. */
const DIGITS_AND_X = `${"1".repeat(160_000)}x`
const LIMIT_MS = 30_000

const loadProfile = async (csv: string) => {
  const body = new FormData()
  body.append("csv", new File([csv], "load.csv"))
  const answer = await fetch(`${service.address}/v1/load-profile`, { method: "POST", headers: bearer(token), body })
  return { status: answer.status, body: await answer.json() }
}
const meterFile = async (bytes: Uint8Array, name: string) => {
  const { body } = await client.post("/v1/studio-profiles", { name: "Hostile" })
  return upload(service, `/v1/studio-profiles/${body.id}/base/upload`, bytes, name)
}

test(
  "160,000 digits and an x as a load profile are refused",
  async () => {
    const [{ status, body }, health] = await Promise.all([loadProfile(DIGITS_AND_X), client.get("/healthz")])
    expect(status).toBe(400)
    expect(body).toEqual({
      error: "Invalid load profile",
      message: `expected 8760 rows, found 1; row 1 is not a number ("${"1".repeat(20)}…"): leave a header out`,
    })
    expect(health.status).toBe(200)
  },
  LIMIT_MS,
)

test(
  "a cell of 160,000 digits and an x in a workbook is refused",
  async () => {
    // An archive may expand at most a hundred times: these digits compress badly.
    const digits = `${mixedDigits(160_000)}x`
    const hostile = ["2024-01-01 00:00", digits, "1"]
    const sheet = [["time", "Import kWh", "Export kWh"], hostile, hostile, hostile]
    const { status, body } = await meterFile(workbookFile({ a: sheet }), "x.xlsx")
    expect(status).toBe(400)
    expect(body.message).toStartWith(`row 2 of the file has "${digits.slice(0, 60)}…" instead of a number (column `)
  },
  LIMIT_MS,
)

test(
  "a line of 8,000 digits and an x in each row of a meter file is refused",
  async () => {
    const line = `2024-01-01 00:00,${"1".repeat(8_000)}x,1\n`
    const { status, body } = await meterFile(textFile(`time,Import kWh,Export kWh\n${line.repeat(2_000)}`), "x.csv")
    expect(status).toBe(400)
    expect(body.message).toContain("instead of a number")
  },
  LIMIT_MS,
)

test(
  "a workbook of 2.3 MB whose twenty sheets name one part of 200 MB is refused",
  async () => {
    const { status, body } = await meterFile(sharedPartWorkbook(20, 200_000_000, 1_050_000), "x.xlsx")
    expect(status).toBe(400)
    expect(body.message).toBe("the file unpacks to more than 64 MiB: send a shorter period")
  },
  LIMIT_MS,
)

test("a form of more than 16 parts is refused", async () => {
  const { body } = await client.post("/v1/studio-profiles", { name: "Hostile" })
  const form = new FormData()
  for (let part = 0; part < 16; part++) form.append("note", "1")
  form.append("file", new File(["x"], "x.csv"))
  const answer = await fetch(`${service.address}/v1/studio-profiles/${body.id}/base/upload`, {
    method: "POST",
    headers: { "x-api-key": service.liveKey },
    body: form,
  })
  expect(answer.status).toBe(400)
  expect((await answer.json()).message).toBe("the form has more than 16 parts: send the file alone")
})

test("a form whose file has a name of 24 MB is refused before the name is read", async () => {
  const { body } = await client.post("/v1/studio-profiles", { name: "Hostile" })
  const head = `--x\r\nContent-Disposition: form-data; name="file"; filename="${'é\\"'.repeat(6_000_000)}"\r\n\r\n`
  const answer = await fetch(`${service.address}/v1/studio-profiles/${body.id}/base/upload`, {
    method: "POST",
    headers: { "x-api-key": service.liveKey, "content-type": "multipart/form-data; boundary=x" },
    body: `${head}1\r\n--x--\r\n`,
  })
  expect(answer.status).toBe(400)
  expect((await answer.json()).message).toBe(
    "a part of the form begins with headers of more than 16384 bytes: send the file with a short name",
  )
})
