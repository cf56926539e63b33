import { expect, test } from "bun:test"
import { loadProfileFigures, parseLoadProfile } from "../../domain/site/meters/loadProfile.ts"
import { saying } from "../support/sentences.ts"

const HOURS = 8760
const values = Array.from({ length: HOURS }, (_, hour) => (0.2 + (hour % 24) / 100).toFixed(2))
const bytes = (text: string) => new TextEncoder().encode(text)
const parse = (rows: readonly string[], newline = "\n") => parseLoadProfile(bytes(rows.join(newline)))
const refusal = (content: string | Uint8Array): string => {
  try {
    saying(() => parseLoadProfile(typeof content === "string" ? bytes(content) : content))()
  } catch (error) {
    return (error as Error).message
  }
  throw new Error("it was not refused")
}
/** The rows with one row replaced, by its number from 1. */
const withRow = (row: number, value: string) => values.with(row - 1, value).join("\n")

test("8760 rows of one number are the hours of the year", () => {
  expect(Array.from(parse(values))).toEqual(values.map(Number))
})

test("line ends, a byte order mark, spaces, quotes and empty lines at the end do not matter", () => {
  const expected = parse(values)
  expect(parse(values, "\r\n")).toEqual(expected)
  expect(parseLoadProfile(bytes(`\uFEFF${values.join("\n")}`))).toEqual(expected)
  expect(parse(values.map(value => ` ${value}\t`))).toEqual(expected)
  expect(parse(values.map(value => `"${value}"`))).toEqual(expected)
  expect(parse([...values, ""])).toEqual(expected)
  expect(parse([...values, "", " ", ""])).toEqual(expected)
})

test("numbers may be written in any way that has a decimal point", () => {
  const rows = ["1", "1.", ".5", "+2.5", "1e-3", "1.5E2", "0", "-0", "1000000", ...values.slice(9)]
  expect(Array.from(parse(rows).slice(0, 9))).toEqual([1, 1, 0.5, 2.5, 0.001, 150, 0, -0, 1_000_000])
})

// @covers legacy: CSV: exactly 8760 rows
test("another number of rows is refused with the number", () => {
  expect(refusal(values.slice(1).join("\n"))).toBe("expected 8760 rows, found 8759")
  expect(refusal([...values, "1"].join("\n"))).toBe("expected 8760 rows, found 8761")
  expect(refusal(Array(35_040).fill("0.1").join("\n"))).toBe("expected 8760 rows, found 35040")
  expect(refusal("")).toBe("expected 8760 rows, found 0")
  expect(refusal("\n\n")).toBe("expected 8760 rows, found 0")
})

// @covers legacy: CSV: one numeric column
test("the first row that is no number is refused with its text", () => {
  expect(refusal(withRow(17, "abc"))).toBe('row 17 is not a number ("abc")')
  expect(refusal(withRow(8760, "n/a"))).toBe('row 8760 is not a number ("n/a")')
  expect(refusal(withRow(3, ""))).toBe("row 3 is empty")
  expect(refusal(withRow(3, "NaN"))).toBe('row 3 is not a number ("NaN")')
  expect(refusal(withRow(3, "0x10"))).toBe('row 3 is not a number ("0x10")')
  expect(refusal(withRow(3, "1 000"))).toBe('row 3 is not a number ("1 000")')
  expect(refusal(withRow(3, "x".repeat(100)))).toBe(`row 3 is not a number ("${"x".repeat(20)}…")`)
})

// @covers legacy: CSV: no header
test("a header is recognised, in addition to the row too many that it makes", () => {
  expect(refusal(withRow(1, "kW"))).toBe('row 1 is not a number ("kW"): leave a header out')
  expect(refusal(["kW", ...values].join("\n"))).toBe(
    'expected 8760 rows, found 8761; row 1 is not a number ("kW"): leave a header out',
  )
})

// @covers legacy: CSV: decimal point
test("a decimal comma and more columns are distinguished", () => {
  expect(refusal(values.map(value => value.replace(".", ",")).join("\n"))).toBe(
    'row 1 has a decimal comma ("0,20"): use a decimal point',
  )
  expect(refusal(values.map((value, hour) => `${hour};${value}`).join("\n"))).toBe(
    'row 1 has more than one column ("0;0.20")',
  )
  expect(refusal(withRow(9, "2025-01-01 09:00,0.4"))).toBe('row 9 has more than one column ("2025-01-01 09:00,0.4")')
})

test("power below 0 or beyond any connection is refused", () => {
  expect(refusal(withRow(5, "-0.01"))).toBe('row 5 is below 0 ("-0.01"): a load profile is consumption')
  expect(refusal(withRow(5, "1000000.1"))).toBe('row 5 is above 1000000 kW ("1000000.1")')
  expect(refusal(withRow(5, "1e999"))).toBe('row 5 is above 1000000 kW ("1e999")')
})

test("what is no text is refused like any other", () => {
  const utf16 = new Uint8Array(new Uint16Array([...values.join("\n")].map(char => char.charCodeAt(0))).buffer)
  expect(refusal(utf16)).toContain("row 1 is not a number")
  expect(refusal(Uint8Array.from({ length: 60_000 }, (_, i) => (i * 7919) % 256))).toContain("expected 8760 rows")
})

test("the total is the sum of the hours, the average that over 8760", () => {
  expect(loadProfileFigures(new Float64Array(HOURS).fill(0.5))).toEqual({ totalKwh: 4380, averageKw: 0.5 })
})
