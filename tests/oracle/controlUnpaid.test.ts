/** Feed-in without pay, or without permission: plans cost no more than with almost no pay. */
import { expect, test } from "bun:test"
import type { Controller } from "../../wasm/index.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { type DrawnSite, type DrawnTerms, drawnSite, withSale } from "../support/drawnSites.ts"

const SITES = 12
const FIRST_SEED = 400
/** Allowed difference between equal contracts, as a part of a plant's savings. */
const NEAR = 0.01
const NEXT_TO_NOTHING = 0.00001

const AT_MARKET = { energy: "dayAhead", plusEurPerKwh: 0.16, taxed: false }
const UNPAID: [string, DrawnTerms][] = [
  ["pay of 0", { sell: { energy: 0 } }],
  ["no feed-in", { sell: { energy: 0.08 }, limits: { exportKw: 0 } }],
  ["a cost of feed-in", { sell: { energy: -0.00001 } }],
]
const STOPS = [
  { energy: "dayAhead", stopsAtNegativePrices: true },
  { energy: 0.08, stopsAtNegativePrices: true },
]

const optimiser = await checkedOptimiser()

const marketSite = (seed: number, terms: DrawnTerms): DrawnSite =>
  drawnSite(seed, { buy: AT_MARKET, limits: {}, ...terms })

/** Savings of panels and battery by plans, EUR a year. */
const savings = ({ year, plant, knowledge }: DrawnSite): number => {
  const nothing = optimiser.cost(year, { panels: [0], capacityKwh: 0, powerKw: 0 }).costEur
  const controller: Controller = { kind: "forecast", knowledge }
  return nothing - optimiser.control(year, plant, controller).costEur
}

const expectNear = (seed: number, unpaid: DrawnSite, paid: DrawnSite): void => {
  const [unpaidEur, paidEur] = [savings(unpaid), savings(paid)]
  const isNear = Math.abs(unpaidEur - paidEur) <= NEAR * paidEur
  expect({ seed, unpaidEur, paidEur, isNear }).toMatchObject({ isNear: true })
}

for (const [name, terms] of UNPAID) {
  test(`plans save as much with ${name} as with pay next to nothing`, () => {
    for (let seed = FIRST_SEED; seed < FIRST_SEED + SITES; seed++)
      expectNear(seed, marketSite(seed, terms), marketSite(seed, { sell: { energy: NEXT_TO_NOTHING } }))
  })
}

test("plans save as much where pay stops at negative prices as where next to nothing is paid then", () => {
  for (let seed = FIRST_SEED; seed < FIRST_SEED + SITES; seed++) {
    const site = marketSite(seed, { sell: STOPS[seed % STOPS.length]! })
    const sellEurPerKwh = site.year.sellEurPerKwh.map(eurPerKwh => (eurPerKwh === 0 ? NEXT_TO_NOTHING : eurPerKwh))
    expectNear(seed, site, withSale(site, sellEurPerKwh))
  }
})
