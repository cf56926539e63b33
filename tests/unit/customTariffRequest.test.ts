import { expect, test } from "bun:test"
import { assertFeasible, needsWholeYear } from "../../domain/case/prepare.ts"
import { scanInputOf } from "../../domain/request/scanInput.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { messageOf } from "../../domain/texts/violations.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"
import { houseRequest } from "../support/requests.ts"
import { violationsIn } from "../support/sentences.ts"

/** Custom tariffs in requests: accepted forms, and the messages of refused ones. */
const sound = { type: "custom", buy: { energy: 0.25, taxed: false }, sell: { energy: 0.05 } }
const request = (tariff: object, other: object = {}) => ({ ...houseRequest(), ...other, tariff })
const parse = (tariff: object, other: object = {}) => parseEarlierRequest(request(tariff, other), standardProfileKeys)
const refusals = (of: () => unknown): string[] => violationsIn(of).map(one => messageOf([one], "en"))
const refused = (tariff: object, other: object = {}) => refusals(() => parse(tariff, other))

test("a custom tariff is kept as it was sent, without defaults of other types", () => {
  const tariff = {
    ...sound,
    name: "Contract of 2026",
    zone: "NL",
    grid: { demand: [{ eurPerKwMonth: 3, floorKw: 2 }] },
  }
  const filled = parse(tariff)
  expect(filled.tariff).toEqual(tariff as typeof filled.tariff)
  expect(scanInputOf(filled).assumptions).toMatchObject({ demandChargeEurPerKwMonth: 0, fixedCostEurPerMonth: 0 })
  expect(scanInputOf(filled).savingsSpread).toBe("none")
  expect(scanInputOf(parse({ ...sound, buy: { energy: "dayAhead", taxed: true } })).savingsSpread).toBe("price-years")
})

test("parts that a type needs or does not have are named", () => {
  expect(refused({ type: "custom" })).toEqual([
    "tariff.buy is required when tariff.type is custom",
    "tariff.sell is required when tariff.type is custom",
  ])
  expect(refused({ ...sound, flatEurPerKwh: 0.2, taxesIncluded: true })).toEqual([
    "tariff.flatEurPerKwh must be left out when tariff.type is custom",
    "tariff.taxesIncluded must be left out when tariff.type is custom",
  ])
  expect(refused({ type: "dynamic", buy: sound.buy })).toEqual([
    "tariff.buy must be left out when tariff.type is dynamic",
  ])
})

test("netting of a contract that follows the market gives back taxes, so that prices without added taxes are refused", () => {
  const [untaxed, taxed] = [false, true].map(taxed => ({ ...sound, netting: true, buy: { energy: "dayAhead", taxed } }))
  const message = "tariff.netting must be left out when tariff.buy.taxed is false"
  expect(refused(untaxed!)).toEqual([message])
  expect(refused({ ...sound, netting: true, sell: { energy: "dayAhead" } })).toEqual([message])
  expect(refused({ ...sound, netting: true, buy: { energy: { series: "a" }, taxed: false } })).toEqual([message])
  expect(refused(taxed!)).toEqual([])
  expect(refused({ ...sound, netting: true })).toEqual([])
})

test("what is wrong within a window is named by its path, not as one of a union", () => {
  const energy = [{ eurPerKwh: 0.2, months: [13], hours: [[7, 25]] }, { eurPerKWh: 0.1 }]
  expect(refused({ ...sound, buy: { energy, taxed: false } })).toEqual([
    "tariff.buy.energy[0].months[0] must be at most 12",
    "tariff.buy.energy[0].hours[0][1] must be at most 24",
    "tariff.buy.energy[1].eurPerKwh is required",
    "unknown field tariff.buy.energy[1].eurPerKWh, did you mean tariff.buy.energy[1].eurPerKwh?",
  ])
  expect(refused({ ...sound, sell: { energy: [{ eurPerKwh: 0.1, days: ["monday"] }] } })).toEqual([
    "tariff.sell.energy[0].days[0] must be one of mon, tue, wed, thu, fri, sat, sun, holidays",
  ])
  expect(refused({ ...sound, buy: { energy: "day-ahead", taxed: true } })).toEqual([
    'tariff.buy.energy must be a number or "dayAhead" or a list or an object',
  ])
})

test("energy windows hold every hour, parts of the day have a length, charges have one rate", () => {
  const night = [{ eurPerKwh: 0.2, hours: [[23, 7]] }]
  expect(refused({ ...sound, buy: { energy: night, taxed: false } })).toEqual([
    "tariff.buy.energy must cover every hour: no window covers mon at 7:00 in month 1; a last window without months, days and hours holds the rest",
  ])
  expect(refused({ ...sound, grid: { buyEurPerKwh: night } })).toEqual([])
  expect(refused({ ...sound, grid: { buyEurPerKwh: [{ eurPerKwh: 0.1, hours: [[7, 7]] }] } })).toEqual([
    "tariff.grid.buyEurPerKwh[0].hours[0] must go from one hour to another",
  ])
  expect(
    refused({ ...sound, grid: { demand: [{}, { eurPerKwMonth: 1, eurPerKwYear: 2, meanOfMonths: true }] } }),
  ).toEqual([
    "tariff.grid.demand[0].eurPerKwMonth or tariff.grid.demand[0].eurPerKwYear is required",
    "tariff.grid.demand[1].eurPerKwYear must be left out when tariff.grid.demand[1].eurPerKwMonth is given",
    "tariff.grid.demand[1].meanOfMonths must be left out when tariff.grid.demand[1].eurPerKwMonth is given",
  ])
})

test("limits of any type are kept, and what is wrong in a window is named", () => {
  const limits = { importKw: [{ kw: 3, hours: [[17, 21]] }], exportKw: 5, feedInShareOfKwp: 0.6, gridCharging: false }
  expect(parse({ type: "dynamic", limits }).tariff.limits).toEqual(limits as never)
  expect(refused({ type: "dynamic", limits: { importKw: [{ kw: -1, hours: [[3, 3]] }] } })).toEqual([
    "tariff.limits.importKw[0].kw must be at least 0",
  ])
  expect(refused({ ...sound, limits: { importKw: [{ kw: 1, hours: [[3, 3]] }] } })).toEqual([
    "tariff.limits.importKw[0].hours[0] must go from one hour to another",
  ])
  expect(refused({ ...sound, limits: { feedInShareOfKwp: 60 } })).toEqual([
    "tariff.limits.feedInShareOfKwp must be at most 1",
  ])
})

test("holidays of a country whose holidays are not known are refused before the scan is taken", () => {
  const energy = [{ eurPerKwh: 0.1, days: ["holidays"] }, { eurPerKwh: 0.2 }]
  const tariff = { ...sound, buy: { energy, taxed: false } }
  const atHome = parse(tariff)
  expect(needsWholeYear(atHome)).toBe(true)
  assertFeasible(atHome)
  const inBoston = parse(tariff, { location: { lat: 42.36, lon: -71.06 } })
  expect(refusals(() => assertFeasible(inBoston))).toEqual([
    "tariff.buy.energy names holidays, which are not known for the United States: leave them out",
  ])
  expect(needsWholeYear(parse(sound))).toBe(false)
})

test("a tariff names whose holidays count, of a country or a Land that is known", () => {
  const energy = [{ eurPerKwh: 0.1, days: ["holidays"] }, { eurPerKwh: 0.2 }]
  const tariff = { ...sound, buy: { energy, taxed: false }, holidaysOf: "DE-BY" }
  assertFeasible(parse(tariff, { location: { lat: 42.36, lon: -71.06 } }))
  expect(refused({ ...tariff, holidaysOf: "DE-XX" })).toEqual([
    expect.stringContaining("tariff.holidaysOf must be one of NL, AT, BE, CH,"),
  ])
})
