/** The choice among battery products, compared with every product, count and number of panels solved alone. */
import { expect, test } from "bun:test"
import type { ScanCase } from "../../domain/case/case.ts"
import { prepareCase } from "../../domain/case/prepare.ts"
import { withoutProducts, withProduct } from "../../domain/case/products.ts"
import type { PricedProduct } from "../../domain/market/batteryProduct.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { rankProducts } from "../../search/choose/products.ts"
import { createBudget } from "../../search/model/budget.ts"
import { sizingOf } from "../../search/model/sizing.ts"
import { checkedOptimiser } from "../support/checkedCore.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"
import { houseRequest } from "../support/requests.ts"
import { randomNumbers } from "../support/solvedCase.ts"

const CASES = 20
const MOST_PANELS = 6
const LIMITS = { capacityKwh: 25, powerRatingKw: 20 }
const TOLERANCE = 1e-6
const optimiser = await checkedOptimiser()

interface Tried {
  id: string | null
  count: number
  panels: number
  total: number
}

const productsOf = (random: () => number): PricedProduct[] => {
  const between = (low: number, high: number) => low + (high - low) * random()
  const eurPerKwh = between(150, 1100)
  return Array.from({ length: 2 + Math.floor(3 * random()) }, (_, i) => {
    const capacityKwh = Math.round(between(2, 12) * 10) / 10
    return {
      ...{ id: `p${i}`, capacityKwh, powerKw: Math.round(between(0.3, 1) * capacityKwh * 10) / 10 },
      eur: Math.round(eurPerKwh * between(0.8, 1.2) * capacityKwh),
      maxCount: 1 + Math.floor(3 * random()),
      ...(random() < 0.5 ? { roundtripEfficiency: 86 } : {}),
      ...(i % 2 === 1 ? { standbyWatts: 4 * i } : {}),
    }
  })
}

const caseOf = (seed: number): { scanCase: ScanCase; products: PricedProduct[] } => {
  const random = randomNumbers(seed + 1)
  const products = productsOf(random)
  const request = {
    ...houseRequest(),
    control: "ideal",
    yearlyKwh: Math.round(2000 + 5000 * random()),
    newPv: [{ maxPanelCount: MOST_PANELS, panelPowerWatts: 430, orientationAngle: Math.round(90 + 180 * random()) }],
    electricBattery: { ...LIMITS, products, standbyWatts: 2 },
  }
  return { scanCase: prepareCase(parseEarlierRequest(request, standardProfileKeys)), products }
}

/** Total of a case with `panels` panels and a fixed battery. */
const totalWith = (held: ScanCase, panels: number): number => {
  const sizing = sizingOf(held, TOLERANCE)
  return optimiser.size({ ...sizing, panels: sizing.panels.map(roof => ({ ...roof, min: panels, max: panels })) })
    .totalEur
}

const enumerated = (scanCase: ScanCase, products: readonly PricedProduct[]): Tried[] =>
  Array.from({ length: MOST_PANELS + 1 }, (_, panels) => [
    { id: null, count: 0, panels, total: totalWith(withoutProducts(scanCase), panels) },
    ...products.flatMap(product =>
      Array.from({ length: product.maxCount ?? 1 }, (_, i) => i + 1)
        .filter(
          count => count * product.capacityKwh <= LIMITS.capacityKwh && count * product.powerKw <= LIMITS.powerRatingKw,
        )
        .map(count => {
          const held = withProduct(scanCase, product, { least: count, most: count })
          return { id: product.id, count, panels, total: totalWith(held, panels) }
        }),
    ),
  ]).flat()

const chosen = new Set<string>()

test.each(Array.from({ length: CASES }, (_, seed) => seed))("case %d has the winner that enumeration finds", seed => {
  const { scanCase, products } = caseOf(seed)
  const tried = enumerated(scanCase, products)
  const best = tried.reduce((least, each) => (each.total < least.total ? each : least))
  const kept = { cuts: undefined, budget: createBudget(optimiser, Number.POSITIVE_INFINITY) }
  const found = rankProducts(scanCase, kept, { optimiser, sizingTolerance: TOLERANCE }, () => true)
  const [first] = found.ranking.products
  const { withoutBattery } = found.ranking
  const isNone = withoutBattery!.totalEur <= first!.totalEur
  const plant = isNone ? withoutBattery! : first!
  expect({ id: isNone ? null : first!.product.id, count: isNone ? 0 : first!.count, panels: plant.panels[0] }).toEqual({
    ...{ id: best.id, count: best.count, panels: best.panels },
  })
  const rounding = 2 * TOLERANCE * Math.abs(best.total) + 0.01
  expect(Math.abs(plant.totalEur - best.total)).toBeLessThanOrEqual(rounding)
  expect(found.lowerBoundEur).toBeLessThanOrEqual(best.total + rounding)
  for (const { product, lowerBoundEur, totalEur } of found.ranking.products) {
    const own = Math.min(...tried.filter(({ id }) => id === product.id).map(({ total }) => total))
    expect(Math.abs(totalEur - own)).toBeLessThanOrEqual(rounding)
    expect(lowerBoundEur).toBeLessThanOrEqual(own + rounding)
  }
  chosen.add(isNone ? "none" : `${first!.count}`)
})

const COUNTS = 8

/** A constant load of 1 kW with four expensive hours a day: battery capacity beyond these hours has no value. */
const dearEvening = (product: PricedProduct): ScanCase => {
  const hours = [[17, 21]]
  const request = {
    ...houseRequest(),
    control: "ideal",
    newPv: [],
    tariff: {
      type: "custom",
      buy: { energy: [{ eurPerKwh: 0.5, hours }, { eurPerKwh: 0.1 }], taxed: false },
      sell: { energy: 0 },
    },
    electricBattery: { ...LIMITS, minCapacityKwh: product.capacityKwh, products: [product] },
  }
  const scanCase = prepareCase(parseEarlierRequest(request, standardProfileKeys))
  return { ...scanCase, loadKwh: new Float64Array(scanCase.loadKwh.length).fill(1) }
}

const counts = new Set<number>()

test.each(Array.from({ length: 8 }, (_, i) => 200 + 200 * i))(
  "at %d EUR/kWh the best count of a small battery is the one that trying every count finds",
  eurPerKwh => {
    const capacityKwh = 1.75
    const product = { id: "small", capacityKwh, powerKw: 1.2, eur: eurPerKwh * capacityKwh, maxCount: COUNTS }
    const scanCase = dearEvening(product)
    const totals = Array.from({ length: COUNTS }, (_, i) => {
      const held = withProduct(scanCase, product, { least: i + 1, most: i + 1 })
      return optimiser.size(sizingOf(held, TOLERANCE)).totalEur
    })
    const kept = { cuts: undefined, budget: createBudget(optimiser, Number.POSITIVE_INFINITY) }
    const { ranking } = rankProducts(scanCase, kept, { optimiser, sizingTolerance: TOLERANCE }, () => true)
    const [first] = ranking.products
    const least = Math.min(...totals)
    const rounding = 2 * TOLERANCE * Math.abs(least) + 0.01
    expect(totals[first!.count - 1]! - least).toBeLessThanOrEqual(rounding)
    expect(first!.lowerBoundEur).toBeLessThanOrEqual(least + rounding)
    counts.add(first!.count)
  },
)

test("the prices have several best counts", () => {
  expect(counts.size).toBeGreaterThan(1)
})

test("the cases have plants without a battery, with one, and with several", () => {
  expect([...chosen].sort()).toEqual(expect.arrayContaining(["1", "2", "none"]))
})

/** Scans under a demand charge with each product alone: the ranking of all products must find the best. */
const CHARGED_CASES = 6

const chargedRequest = (seed: number) => {
  const random = randomNumbers(700 + seed)
  const products = Array.from({ length: 6 }, (_, i) => {
    const capacityKwh = 3 + 2.5 * i
    return {
      ...{ id: `p${i}`, capacityKwh, powerKw: Math.round((0.4 + 0.3 * random()) * capacityKwh * 10) / 10 },
      eur: Math.round(600 + capacityKwh * (250 + 300 * random())),
    }
  })
  const dynamic = { type: "dynamic", demandEurPerKwMonth: 4 }
  const flat = { type: "flat", flatEurPerKwh: 0.25, feedInEurPerKwh: 0.06, demandEurPerKwMonth: 4 }
  return { ...houseRequest(), tariff: seed % 2 === 0 ? dynamic : flat, electricBattery: { ...LIMITS, products } }
}

test.each(Array.from({ length: CHARGED_CASES }, (_, seed) => seed))(
  "under the plans of charged case %d no product alone is worth more than the best of the ranking",
  seed => {
    const request = chargedRequest(seed)
    const rankingOf = (products: readonly PricedProduct[]) => {
      const asked = { ...request, electricBattery: { ...LIMITS, products: [...products] } }
      const scanCase = prepareCase(parseEarlierRequest(asked, standardProfileKeys))
      const kept = { cuts: undefined, budget: createBudget(optimiser, Number.POSITIVE_INFINITY) }
      return rankProducts(scanCase, kept, { optimiser, sizingTolerance: 1e-4 }, () => true).ranking
    }
    const { products: ranked, withoutBattery } = rankingOf(request.electricBattery.products)
    const alone = request.electricBattery.products.map(product => rankingOf([product]).products[0]!.operated)
    const worths = alone.map(operated => operated?.netPresentValue ?? Number.NEGATIVE_INFINITY)
    const best = ranked[0]!.operated!.netPresentValue
    const scale = Math.abs(withoutBattery!.totalEur)
    expect(Math.max(...worths) - best).toBeLessThanOrEqual(2e-3 * scale)
    for (const { operated, lowerBoundEur } of ranked.filter(each => !each.operated))
      expect({ operated, isDearer: lowerBoundEur >= ranked[0]!.lowerBoundEur }).toEqual({ operated, isDearer: true })
  },
)

const NEVER_BOUGHT_EUR = 1e6
/** Allowed difference of plants [EUR]: two searches of the same plant may differ by this amount. */
const AS_GOOD_EUR = 5

/**
 * A rule follows no hourly prices, so the cheapest plant with foresight may not have the highest value. Without panels
 * every battery loses money at any price, and costs more than its bound.
 */
test.each([5, 10, 20, 40, 350, 400])(
  "at %d EUR/kWh under a rule the best of a ranking is the one that operating every product, and none, finds",
  eurPerKwh => {
    const products = [3, 6, 9, 12, 15].map((capacityKwh, i) => ({
      ...{ id: `p${i}`, capacityKwh, powerKw: capacityKwh * (0.3 + 0.15 * i), standbyWatts: 0 },
      eur: eurPerKwh * capacityKwh,
    }))
    const rankingOf = (list: PricedProduct[], minCapacityKwh = 0) => {
      const terms = { control: "selfConsumption", tariff: { type: "dynamic" } }
      const newPv = eurPerKwh < 100 ? [] : houseRequest().newPv
      const battery = { ...LIMITS, minCapacityKwh, products: list }
      const asked = { ...houseRequest(), ...terms, newPv, electricBattery: battery }
      const scanCase = prepareCase(parseEarlierRequest(asked, standardProfileKeys))
      const kept = { cuts: undefined, budget: createBudget(optimiser, Number.POSITIVE_INFINITY) }
      return rankProducts(scanCase, kept, { optimiser, sizingTolerance: 1e-5 }, () => true).ranking
    }
    // A minimum capacity excludes a choice without a battery, so that each product is operated.
    const alone = products.map(product => rankingOf([product], product.capacityKwh).products[0]!.operated!)
    const none = rankingOf([{ ...products[0]!, eur: NEVER_BOUGHT_EUR }]).withoutBattery!.operated!
    const { products: ranked, withoutBattery } = rankingOf(products)
    const worthOf = (operated: typeof none | undefined) => operated?.netPresentValue ?? Number.NEGATIVE_INFINITY
    const best = Math.max(worthOf(ranked[0]!.operated), worthOf(withoutBattery!.operated))
    expect(best).toBeGreaterThanOrEqual(Math.max(...[...alone, none].map(worthOf)) - AS_GOOD_EUR)
  },
)
