/** Random sizings with every kind of price, of weeks from a year. */
import { type Kind, randomNumbers } from "../../wasm/bench/years.ts"
import type { PriceCurve, Sizing } from "../../wasm/types.ts"
import { randomSizing } from "../bench/sizingCases.ts"

const KINDS: Kind[] = ["flat", "dynamic", "negative prices", "limits", "no grid charging"]

/** A rising curve up to `most`, often with a fixed cost, its pieces of any order of slopes. */
function curve(random: () => number, most: number, eurPerSize: number): PriceCurve {
  const points = [{ size: 0, eur: random() < 0.7 ? 0.3 * most * eurPerSize * random() : 0 }]
  const pieces = 1 + Math.floor(4 * random())
  for (let i = 1; i <= pieces; i++) {
    const before = points[i - 1]!
    const size = i === pieces ? most : before.size + ((most - before.size) * (0.2 + random())) / 2
    points.push({ size, eur: before.eur + (size - before.size) * eurPerSize * (0.3 + 1.2 * random()) })
  }
  return points
}

/**
 * A random sizing with every kind of price: curves of battery and panels, roofs of their own price and of fixed costs.
 */
export function pricedSizing(seed: number): Sizing {
  const kind = KINDS[seed % KINDS.length]!
  const { sizing } = randomSizing(kind, seed, { days: 7 + 7 * (seed % 2), roofs: 1 + (seed % 4) })
  const random = randomNumbers(seed * 7919 + 3)
  const panels = sizing.panels.map(roof => {
    const fixedEur = random() < 0.4 ? 0.2 * roof.max * roof.kwPerPanel * roof.eurPerKw * random() : undefined
    return random() < 0.7
      ? { ...roof, eurPerKw: 50 * random(), isPricedTogether: true, fixedEur }
      : { ...roof, fixedEur }
  })
  const kwMost = panels.reduce((kw, roof) => (roof.isPricedTogether ? kw + roof.max * roof.kwPerPanel : kw), 0)
  const { maxKwh, maxKw } = sizing.battery!
  const battery = {
    ...{ minKwh: 0, maxKwh, minKw: random() < 0.2 ? 0.05 * maxKwh : 0, maxKw },
    curve: curve(random, maxKwh, 150 + 250 * random()),
    smallestKwh: random() < 0.5 ? 0.1 * maxKwh * random() : 0,
    highestRate: random() < 0.5 ? 0.2 + random() : undefined,
    ...{ eurPerKw: random() < 0.5 ? 100 * random() : 0, includedRate: random() < 0.5 ? 0.3 * random() : 0 },
  }
  return { ...sizing, panels, ...(kwMost > 0 ? { panelCurve: curve(random, kwMost, 1000) } : {}), battery }
}
