/** Form of an organization's assumptions: every assumption has a field, and a value returns as it was written. */
import { expect, test } from "bun:test"
import { typedNumber } from "../../dashboard/src/lib/typedNumber.ts"
import {
  ASSUMPTION_NAMES,
  type AssumptionName,
  defaultOf,
  readValue,
  unitOf,
  writeValue,
} from "../../dashboard/src/organization/assumptionFields.ts"
import { APP_TEXTS } from "../../dashboard/src/text/appText.ts"
import { loadText } from "../../dashboard/src/text/text.ts"
import { AssumptionOverrides, assumptionViolations } from "../../domain/market/assumptions.ts"

/** Choices in the form of the settings. */
const CHOICES = ["currency", "control", "language"]
const inDutch = (value: number) => String(value).replace(".", ",")

test("every assumption apart from choices has one field, with a name in every language", async () => {
  const expected = Object.keys(AssumptionOverrides.properties).filter(name => !CHOICES.includes(name))
  expect([...ASSUMPTION_NAMES].sort()).toEqual(expected.sort() as AssumptionName[])
  for (const language of ["en", "nl", "de"] as const) {
    const rows = { ...(await loadText(language)).report.assumptions.rows, ...APP_TEXTS[language].ownAssumptions.names }
    expect(ASSUMPTION_NAMES.filter(name => !(name in rows))).toEqual([])
  }
})

test("each default is written as typed and read as the same value, which the service accepts", () => {
  for (const name of ASSUMPTION_NAMES) {
    const value = defaultOf(name)?.value
    if (value === undefined) continue
    const read = readValue(name, writeValue(name, value, inDutch), typedNumber)
    expect([name, read]).toEqual([name, value])
    expect(assumptionViolations({ [name]: read })).toEqual([])
  }
})

test("shares are typed in percent, and curves as pairs", () => {
  expect([unitOf("discountRate"), unitOf("taxGrowth"), unitOf("markUpEurPerKwh")]).toEqual(["%", "%", "EUR/kWh"])
  expect(writeValue("discountRate", 0.045, inDutch)).toBe("4,5")
  expect(readValue("importVatFraction", "21", typedNumber)).toBe(0.21)
  expect(readValue("discountRate", "much", typedNumber)).toBe("much")
  const blocks = [
    { fromKwh: 0, eurPerKwh: 0.11 },
    { fromKwh: 10_000, eurPerKwh: 0.07 },
  ]
  expect(readValue("energyTaxBlocks", " 0: 0,11; 10000 : 0,07;", typedNumber)).toEqual(blocks)
  expect(writeValue("energyTaxBlocks", blocks, String)).toBe("0: 0.11; 10000: 0.07")
})
