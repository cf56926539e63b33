import type { PayBySize } from "./custom/schema.ts"

type Classes = PayBySize["classes"]

/** Classes by rising power; the lowest counts from 0. */
const sorted = (classes: Classes): Classes =>
  classes.toSorted((a, b) => a.fromKwp - b.fromKwp).map((each, i) => (i === 0 ? { ...each, fromKwp: 0 } : each))

/**
 * Pay of a plant by its peak power [EUR/kWh]. A whole plant has the pay of its class. Otherwise it is the mean of the
 * classes, by the power in each. A plant at the edge of two classes is in the lower one.
 */
const payOfSize = ({ classes, wholePlant = false }: PayBySize, kwp: number): number => {
  const all = sorted(classes)
  const sizeClass = all.findLast(({ fromKwp }) => fromKwp < kwp) ?? all[0]!
  if (wholePlant || kwp <= 0) return sizeClass.eurPerKwh
  const paid = all.reduce((sum, { fromKwp, eurPerKwh }, i) => {
    const withinKwp = Math.min(kwp, all[i + 1]?.fromKwp ?? Number.POSITIVE_INFINITY) - fromKwp
    return withinKwp > 0 ? sum + withinKwp * eurPerKwh : sum
  }, 0)
  return paid / kwp
}

/** Edges of classes strictly between two powers [kWp]. */
export const edgesWithin = ({ classes }: PayBySize, leastKwp: number, mostKwp: number): number[] =>
  sorted(classes)
    .map(({ fromKwp }) => fromKwp)
    .filter(kwp => kwp > leastKwp && kwp < mostKwp)

/**
 * Highest pay of all plants between two powers [EUR/kWh]. Between two edges the mean of classes only rises or only
 * falls, so the highest pay is at an edge or an end; just above an edge a whole plant has the pay of the next class.
 */
export const highestPay = (pay: PayBySize, leastKwp: number, mostKwp: number): number => {
  const edges = edgesWithin(pay, leastKwp, mostKwp)
  const ends = [leastKwp, ...edges, mostKwp].map(kwp => payOfSize(pay, kwp))
  const above = pay.classes.flatMap(({ fromKwp, eurPerKwh }) =>
    fromKwp >= leastKwp && fromKwp < mostKwp ? [eurPerKwh] : [],
  )
  return Math.max(...ends, ...(pay.wholePlant ? above : []))
}
