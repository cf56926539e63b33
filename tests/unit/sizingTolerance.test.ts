import { expect, test } from "bun:test"
import { InvalidConfig, readConfig } from "../../infra/config.ts"

test("SIZING_TOLERANCE is 0.0001 when unset, and takes decimals and powers of ten", () => {
  expect(readConfig({}).sizingTolerance).toBe(1e-4)
  expect(readConfig({ SIZING_TOLERANCE: "0.01" }).sizingTolerance).toBe(0.01)
  expect(readConfig({ SIZING_TOLERANCE: "1e-6" }).sizingTolerance).toBe(1e-6)
})

test.each(["0", "1", "1e-9", "-0.001", "a", "0.1.0", "Infinity"])("SIZING_TOLERANCE %p is refused by name", value => {
  expect(() => readConfig({ SIZING_TOLERANCE: value })).toThrow(InvalidConfig)
  expect(() => readConfig({ SIZING_TOLERANCE: value })).toThrow("SIZING_TOLERANCE takes a number from 1e-7 to 0.1")
})
