import { type Static, Type } from "@sinclair/typebox"
import { Strict } from "../base/validation/schema.ts"

const growth = (what: string) =>
  Type.Optional(
    Type.Number({
      minimum: -0.5,
      maximum: 1,
      description: `Yearly growth of ${what}, a fraction; absent: the rate of electricityPriceGrowth`,
    }),
  )

/**
 * Growth of the parts of a kWh price, of a request or an organization; omitted parts grow with electricityPriceGrowth.
 */
export const PartGrowth = Strict({
  energyPriceGrowth: growth("energy with the supplier's addition, and of feed-in pay without a growth of its own"),
  gridFeeGrowth: growth("grid fees, demand charges and fixed costs"),
  taxGrowth: growth("energy tax and levies"),
})
export type PartGrowth = Static<typeof PartGrowth>

export const PART_GROWTH_NAMES = Object.keys(PartGrowth.properties) as (keyof PartGrowth)[]

/** Unit and source of each growth rate in reports. */
export const PART_GROWTH_SOURCE = {
  unit: "fraction per year",
  source: "assumption; as electricityPriceGrowth unless set",
}

/** Growth of each part, a fraction per year. */
export interface PartRates {
  energy: number
  gridFee: number
  tax: number
}

interface Growing {
  assumptions: PartGrowth & { electricityPriceGrowth: number }
  /** Terms of the contract, of which some may have a growth of their own. */
  tariffs?: readonly { buyGrowth?: number }[]
}

/**
 * Growth rates of all parts, before growth rates of the contract. Undefined if neither assumptions nor contract name
 * any: the price then grows as a whole.
 */
export const partRates = ({ assumptions, tariffs = [] }: Growing): PartRates | undefined => {
  const { electricityPriceGrowth, energyPriceGrowth, gridFeeGrowth, taxGrowth } = assumptions
  const isNamed =
    PART_GROWTH_NAMES.some(name => assumptions[name] !== undefined) ||
    tariffs.some(({ buyGrowth }) => buyGrowth !== undefined)
  return isNamed
    ? {
        energy: energyPriceGrowth ?? electricityPriceGrowth,
        gridFee: gridFeeGrowth ?? electricityPriceGrowth,
        tax: taxGrowth ?? electricityPriceGrowth,
      }
    : undefined
}

/** Assumptions with every growth of electricity prices multiplied by a factor. */
export const withGrowthTimes = <A extends PartGrowth & { electricityPriceGrowth: number }>(
  assumptions: A,
  factor: number,
): A => {
  const grown = (["electricityPriceGrowth", ...PART_GROWTH_NAMES] as const).flatMap(name => {
    const rate = assumptions[name]
    return rate === undefined ? [] : [[name, rate * factor] as const]
  })
  return { ...assumptions, ...Object.fromEntries(grown) }
}
