/** The currency of a site: a label of amounts. Other currencies refuse requests that need prices known in EUR only. */
import { describe, expect, test } from "bun:test"
import { prepareCase } from "../../domain/case/prepare.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { noteTexts } from "../../domain/texts/notes.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"
import { refusedRules } from "../support/sentences.ts"

const LONDON = { location: { lat: 51.5, lon: -0.1 }, inputMethod: "known", yearlyKwh: 3500 }
const FLAT = { type: "flat", flatEurPerKwh: 0.27, feedInEurPerKwh: 0.15 }
const parse = (request: object) => parseEarlierRequest({ ...LONDON, ...request }, standardProfileKeys)

const refusals = (request: object) => refusedRules(() => parse(request))

describe("prices that are known in EUR alone are refused under another currency", () => {
  const custom = (buy: object, sell: object) => ({ type: "custom", buy, sell })
  test.each([
    [undefined, [["tariff.type", "only-in-euro"]]],
    [{ type: "dynamic" }, [["tariff.type", "only-in-euro"]]],
    [{ ...FLAT, taxesIncluded: false }, [["tariff.taxesIncluded", "only-in-euro"]]],
    [{ type: "flat", flatEurPerKwh: 0.27 }, [["tariff.feedInEurPerKwh", "required-when"]]],
    [
      custom({ energy: "dayAhead", taxed: true }, { energy: "dayAhead" }),
      [
        ["tariff.buy.energy", "only-in-euro"],
        ["tariff.buy.taxed", "only-in-euro"],
        ["tariff.sell.energy", "only-in-euro"],
      ],
    ],
    [FLAT, []],
    [custom({ energy: 0.2, taxed: false }, { energy: 0.1 }), []],
  ])("%j", (tariff, expected) => {
    const given = tariff ? { tariff } : {}
    expect(refusals({ ...given, currency: "GBP" })).toEqual(expected as [string, string][])
    expect(refusals({ ...given, currency: "EUR" })).toEqual([])
    expect(refusals(given)).toEqual([])
  })

  test("a contract that is compared is one of them, by its place", () => {
    expect(refusals({ tariff: FLAT, contracts: [FLAT, { type: "dynamic" }], currency: "SEK" })).toEqual([
      ["contracts.1.type", "only-in-euro"],
    ])
  })

  test("a currency whose prices do not fit into the bounds is none", () => {
    expect(refusals({ tariff: FLAT, currency: "JPY" })).toEqual([["currency", "type"]])
  })
})

describe("assumptions in EUR that count under another currency", () => {
  const roof = { maxPanelCount: 10, panelPowerWatts: 400 }
  const firstNote = (request: object, own: object = {}) => {
    const scan = prepareCase(parse({ tariff: FLAT, currency: "GBP", ...request }), { assumptions: own })
    const [first] = noteTexts(scan.notes, "en")
    return first?.startsWith("Amounts are in") ? first : undefined
  }

  test("come first in the notes, each by its name", () => {
    const plant = { newPv: [roof], electricBattery: { capacityKwh: 5, powerRatingKw: 2.5 } }
    expect(firstNote(plant)).toContain(
      "prices of panels and prices of batteries are known in EUR and count without an exchange rate",
    )
    expect(firstNote({ ...plant, currency: "EUR" })).toBeUndefined()
  })

  test("are none where the request prices all that is placed", () => {
    const priced = {
      newPv: [{ ...roof, costPerKwp: 900 }],
      electricBattery: { capacityKwh: 5, powerRatingKw: 2.5, costPerKwh: 400 },
    }
    expect(firstNote(priced) ?? "").not.toContain("PriceCurve")
  })

  test("are none of the battery where each product has its price", () => {
    const products = (prices: object[]) => ({
      electricBattery: {
        capacityKwh: 5,
        powerRatingKw: 2.5,
        products: prices.map((price, i) => ({ id: `p${i}`, capacityKwh: 5, powerKw: 2.5, ...price })),
      },
    })
    expect(firstNote(products([{ eur: 3000 }, { eur: 2900 }])) ?? "").not.toContain("prices of batteries")
    expect(firstNote(products([{ eur: 3000 }, {}]))).toContain("prices of batteries")
  })

  test("are none of those that an organization of the currency has set", () => {
    const panelPriceCurve = [
      { kwp: 0, eur: 500 },
      { kwp: 10, eur: 9000 },
    ]
    expect(firstNote({ newPv: [roof] }, { panelPriceCurve, currency: "GBP" }) ?? "").not.toContain("prices of panels")
    expect(firstNote({ newPv: [roof] }, { panelPriceCurve })).toContain("prices of panels")
  })
})
