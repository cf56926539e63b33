import type { NumberOptions } from "@sinclair/typebox"
import { type AssumptionOverrides, Assumptions, defaultAssumptions } from "../../domain/market/assumptions.ts"
import { GOALS } from "../../domain/request/request.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { randomNumbers } from "../support/solvedCase.ts"

/**
 * Requests over the bounds of every field: a number is often at one of its bounds or close to it, and all fields are
 * drawn together. A drawn request may be invalid; it follows from its number alone.
 */
export const requestOf = (seed: number): object => {
  const draw = drawing(randomNumbers(Math.imul(seed + 1, 0x9e3779b1)))
  const request = {
    location: draw.one(PLACES),
    inputMethod: "known",
    yearlyKwh: draw.number([0.001, 1, 100, 3_500, 60_000, 1e6, 1e8]),
    yearlyKwhBasis: draw.seldom(() => draw.one(["bought", "used"])),
    loadProfile: draw.maybe(() => draw.one(PROFILES)),
    existingPv: draw.maybe(() => draw.list(2, () => existingOf(draw))),
    newPv: draw.maybe(() => draw.list(draw.chance(0.05) ? 20 : 4, () => roofOf(draw))),
    tariff: draw.maybe(() => tariffOf(draw)),
    electricBattery: draw.maybe(() => batteryOf(draw)),
    ...goalOf(draw),
    analysisYears: draw.maybe(() => draw.one([10, 20, 25, 30])),
    electricityPriceGrowth: draw.maybe(() => draw.number([-0.5, -0.1, 0, 0.03, 0.3, 1])),
    includePvMaintenanceCosts: draw.maybe(() => draw.chance(0.5)),
    includeBatteryMaintenanceCosts: draw.maybe(() => draw.chance(0.5)),
    includeSavingsSpread: draw.chance(0.02) ? true : undefined,
  }
  const exported = request.existingPv && draw.chance(0.3) ? request.yearlyKwh * draw.one([0, 0.001, 0.3, 1]) : undefined
  const existingBattery = draw.chance(0.2) ? existingBatteryOf(draw) : undefined
  const detail = draw.chance(0.05) ? "plant" : undefined
  const resolution = draw.chance(0.05) ? draw.one(["quarter", "auto"]) : undefined
  const horizon = draw.chance(0.05) ? Array.from({ length: 12 }, () => draw.number([0, 5, 90])) : undefined
  const wall = draw.chance(0.05) ? [obstacleOf(draw)] : undefined
  const newPv = wall ? request.newPv?.map(roof => ({ ...roof, obstacles: wall })) : request.newPv
  const plan = draw.chance(0.05) ? planOf(draw) : undefined
  const keepFree = plan && draw.chance(0.5) ? draw.list(20, () => areaOf(draw)) : undefined
  const shaded = { ...request, newPv: newPv?.map(roof => ({ ...roof, plan: plan && { ...plan, keepFree } })), horizon }
  const drawn = { ...shaded, existingBattery, yearlyExportKwh: exported, detail, resolution }
  return JSON.parse(JSON.stringify(withoutClashes(drawn)))
}

const obstacleOf = (draw: Draw): object => ({
  azimuth: draw.number([0, 180, 360]),
  widthM: draw.number([0.1, 10, 10_000]),
  heightM: draw.number([0.1, 5, 10_000]),
  distanceM: draw.number([0.1, 10, 10_000]),
})

const planOf = (draw: Draw): object => {
  const [width, length] = [draw.number([0, 8, 200]), draw.number([0, 5, 200])]
  const corners = [
    [0, 0],
    [width, 0],
    [width, length],
  ]
  return { corners: corners.map(([xM, yM]) => ({ xM, yM })), marginM: draw.maybe(() => draw.number([0, 0.3, 5])) }
}

const areaOf = (draw: Draw): object => ({
  xM: draw.number([-200, 0, 200]),
  yM: draw.number([-200, 0, 200]),
  widthM: draw.number([0.05, 1, 200]),
  heightM: draw.number([0.05, 1, 200]),
})

const existingBatteryOf = (draw: Draw): object => ({
  capacityKwh: draw.number([0.001, 5, 100, 1_000_000]),
  powerRatingKw: draw.number([0.001, 2.5, 50, 1_000_000]),
  ageYears: draw.maybe(() => draw.number([0, 12, 40])),
  roundtripEfficiency: draw.maybe(() => draw.number([0.001, 75, 92, 100])),
  minimumChargeLevel: draw.maybe(() => draw.number([0, 10, 99])),
  replacementYear: draw.maybe(() => draw.one([1, 12, 30])),
  costPerKwh: draw.maybe(() => draw.number([0, 400, 100_000])),
})

/** An organization's own assumptions for one request in ten, drawn like the request; undefined for the others. */
export const assumptionsOf = (seed: number): AssumptionOverrides | undefined => {
  const draw = drawing(randomNumbers(Math.imul(seed + 1, 0x85ebca6b)))
  if (!draw.chance(0.1)) return undefined
  const bounds = Object.entries(Assumptions.properties).map(([name, schema]) => {
    const usual = defaultAssumptions[name as keyof typeof Assumptions.properties]
    if (typeof usual !== "number") return [name, draw.maybe(() => curveOf(draw, Object.keys(usual[0]!)[0]!))]
    const { minimum, exclusiveMinimum, maximum = 1 } = schema as NumberOptions
    const least = minimum ?? (exclusiveMinimum ?? 0) + maximum * 1e-9
    return [name, draw.maybe(() => draw.number([least, maximum, usual]))]
  })
  return JSON.parse(JSON.stringify(Object.fromEntries(bounds)))
}

/** A price curve of one to four points, of any slopes, often with a fixed cost. */
const curveOf = (draw: Draw, sizeName: string): object[] => {
  let size = draw.chance(0.5) ? 0 : 1
  let eur = draw.number([0, 1000, 1_000_000])
  const points = [{ [sizeName]: size, eur }]
  for (let i = draw.one([1, 2, 3]); i > 0; i--) {
    size += draw.number([1, 10, 10_000])
    eur += draw.number([0, 1000, 1_000_000])
    points.push({ [sizeName]: size, eur })
  }
  return points
}

const PLACES = [
  { lat: 51.44, lon: 5.48 },
  { lat: 52.52, lon: 13.4 },
  { lat: -33.87, lon: 151.2 },
  { lat: 0, lon: -160 },
  { lat: 90, lon: 180 },
  { lat: -90, lon: -180 },
  { lat: 68, lon: 20 },
]
const PROFILES = [...standardProfileKeys]
const SHARE_GOALS = ["self-sufficiency", "renewable-minimum"]

export type Draw = ReturnType<typeof drawing>

export const drawing = (random: () => number) => {
  const chance = (share: number): boolean => random() < share
  const one = <T>(choices: readonly [T, ...T[]] | readonly T[]): T => choices[Math.floor(random() * choices.length)]!
  return {
    chance,
    one,
    /** One of the marks, or a number between two marks. */
    number: (marks: readonly number[]): number => {
      if (chance(0.7)) return one(marks)
      const low = one(marks)
      const high = one(marks)
      return low > 0 && high > 0 ? low * (high / low) ** random() : low + (high - low) * random()
    },
    maybe: <T>(make: () => T): T | undefined => (chance(0.75) ? make() : undefined),
    seldom: <T>(make: () => T): T | undefined => (chance(0.15) ? make() : undefined),
    list: <T>(most: number, make: () => T): T[] => Array.from({ length: Math.floor(random() * (most + 1)) }, make),
  }
}

const surfaceOf = (draw: Draw) => ({
  panelPowerWatts: draw.number([0.001, 1, 100, 430, 2000]),
  tiltAngle: draw.maybe(() => draw.number([0, 35, 90])),
  orientationAngle: draw.maybe(() => draw.number([0, 90, 180, 270, 360])),
  systemLosses: draw.maybe(() => draw.number([0, 14, 100])),
})

const existingOf = (draw: Draw) => ({
  ...surfaceOf(draw),
  panelCount: Math.ceil(draw.number([1, 10, 1_000, 1_000_000])),
})

const roofOf = (draw: Draw) => {
  const maxPanelCount = Math.ceil(draw.number([1, 14, 1_000, 1_000_000]))
  const minPanelCount = draw.seldom(() => draw.one([0, 1, maxPanelCount, Math.floor(maxPanelCount / 2)]))
  return {
    ...surfaceOf(draw),
    maxPanelCount,
    minPanelCount,
    costPerKwp: draw.maybe(() => draw.number([0, 0.01, 900, 100_000])),
    fixedCostEur: draw.maybe(() => draw.number([0, 0.01, 900, 100_000_000])),
  }
}

export const tariffOf = (draw: Draw) => {
  const flatEurPerKwh = draw.number([-10, -0.1, 0, 0.001, 0.3, 10])
  const common = {
    taxesIncluded: draw.maybe(() => draw.chance(0.7)),
    contractedPowerKw: draw.seldom(() => draw.number([1e-6, 0.1, 17, 1_000, 1_000_000])),
    demandEurPerKwMonth: draw.seldom(() => draw.number([0, 0.001, 5, 10_000])),
    fixedEurPerMonth: draw.seldom(() => draw.number([0, 50, 1_000_000])),
    netting: draw.chance(0.2) ? true : undefined,
  }
  if (draw.chance(0.5)) {
    const feedInEurPerKwh = draw.maybe(() => flatEurPerKwh - draw.number([0, 1e-9, 0.01, 0.25, 10 + flatEurPerKwh]))
    return { type: "flat", flatEurPerKwh, feedInEurPerKwh, ...common }
  }
  return { type: "dynamic", feedInEurPerKwh: draw.seldom(() => draw.number([-10, 0, 0.07, 10])), ...common }
}

const batteryOf = (draw: Draw) => {
  const capacityKwh = draw.number([0, 0.001, 5, 10, 200, 1e6])
  const powerRatingKw = draw.chance(0.5)
    ? draw.number([0, 1e-6, 0.001, 5, 1e6])
    : Math.min(1e6, capacityKwh * draw.one([1 / 24, 0.1, 0.5, 2]))
  const ways = draw.seldom(() => ({
    chargeEfficiency: draw.number([0.001, 50, 95, 100]),
    dischargeEfficiency: draw.number([0.001, 50, 95, 100]),
  }))
  return {
    capacityKwh,
    powerRatingKw,
    minCapacityKwh: draw.seldom(() => capacityKwh * draw.one([0, 0.5, 1])),
    minPowerRatingKw: draw.seldom(() => powerRatingKw * draw.one([0, 0.5, 1])),
    minimumChargeLevel: draw.maybe(() => draw.number([0, 10, 99, 100])),
    roundtripEfficiency: ways ? undefined : draw.maybe(() => draw.number([0.001, 1, 50, 92, 100])),
    ...ways,
    costPerKwh: draw.maybe(() => draw.number([0, 0.01, 300, 100_000])),
    fixedCostEur: draw.maybe(() => draw.number([0, 0.01, 900, 100_000_000])),
  }
}

const goalOf = (draw: Draw) => ({
  goal: draw.maybe(() => draw.one(GOALS.filter(goal => goal !== "energyhub"))),
  renewableElectricityMinFraction: draw.chance(0.5) ? draw.number([0, 0.001, 0.3, 0.9, 1]) : undefined,
})

interface Drawn {
  goal?: string | undefined
  renewableElectricityMinFraction?: number | undefined
  tariff?: Partial<ReturnType<typeof tariffOf>> | undefined
  yearlyExportKwh?: number | undefined
  yearlyKwhBasis?: string | undefined
  existingPv?: unknown[] | undefined
  existingBattery?: object | undefined
}

/** The drawn request, adapted to rules between fields, so that few requests are refused. */
const withoutClashes = (drawn: Drawn): object => {
  const { goal, tariff, existingPv } = drawn
  const isShareGoal = SHARE_GOALS.includes(goal ?? "")
  const needsPower = goal === "maximize-connection" && tariff?.contractedPowerKw === undefined
  const hasFeedIn = tariff?.type === "dynamic" && tariff.feedInEurPerKwh !== undefined
  return {
    ...drawn,
    ...(goal === "renewable-minimum" && drawn.renewableElectricityMinFraction === undefined
      ? { renewableElectricityMinFraction: 0.3 }
      : {}),
    ...(existingPv?.length ? {} : { yearlyExportKwh: undefined }),
    ...(drawn.yearlyExportKwh === undefined ? {} : { yearlyKwhBasis: undefined }),
    tariff:
      (tariff ?? needsPower)
        ? {
            ...(tariff ?? { type: "dynamic" }),
            ...(isShareGoal || hasFeedIn || (tariff?.type === "dynamic" && tariff.taxesIncluded === false)
              ? { netting: undefined }
              : {}),
            ...(needsPower ? { contractedPowerKw: 17 } : {}),
          }
        : undefined,
  }
}
