import { expect, test } from "bun:test"
import { DrizzleQueryError } from "drizzle-orm"
import { databaseRefusal, isDatabaseDown } from "../../api/http/databaseDown.ts"
import { refusalText } from "../../domain/texts/refusals.ts"

const failure = (code: string) => Object.assign(new Error(code), { code })

test("a database that is away, starting, stopping, full, or lets nobody in now is not our own fault", () => {
  for (const code of [
    "ECONNREFUSED",
    "CONNECTION_CLOSED",
    "CONNECT_TIMEOUT",
    "57P01",
    "57P03",
    "53300",
    "53100",
    "08006",
    "EHOSTUNREACH",
    "ENETUNREACH",
    "ETIMEDOUT",
    "28P01",
    "3D000",
    "CERT_HAS_EXPIRED",
    "ERR_TLS_CERT_ALTNAME_INVALID",
  ]) {
    expect([code, isDatabaseDown(failure(code))]).toEqual([code, true])
    expect([code, isDatabaseDown(new DrizzleQueryError("select 1", [], failure(code)))]).toEqual([code, true])
  }
})

test("a refusal says whether the database is away or cannot write", () => {
  const said = (code: string) => {
    const refused = databaseRefusal(new DrizzleQueryError("insert", [], failure(code)))
    return refused && refusalText(refused.refusal, "en")
  }
  expect(said("ECONNREFUSED")).toBe("the service cannot reach its database; try again in a moment")
  for (const code of ["53100", "58030", "25006", "53000", "58P02"])
    expect(said(code)).toBe(
      "the service cannot store anything at the moment: its disk is full or read-only; reading goes on",
    )
  expect(databaseRefusal(failure("23505"))).toBeUndefined()
})

test("a wrong query is our own fault", () => {
  for (const code of ["23505", "42P01", "22P02"])
    expect([code, isDatabaseDown(new DrizzleQueryError("select 1", [], failure(code)))]).toEqual([code, false])
  for (const other of [new Error("plain"), "text", undefined, { code: "ECONNREFUSED" }])
    expect(isDatabaseDown(other)).toBe(false)
})

test("an error that causes itself is looked at no more than a few times", () => {
  const error = new Error("round")
  error.cause = error
  expect(isDatabaseDown(error)).toBe(false)
})
