import fc from "fast-check"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"

const surface = {
  panelPowerWatts: fc.integer({ min: 100, max: 700 }),
  tiltAngle: fc.integer({ min: 0, max: 90 }),
  orientationAngle: fc.integer({ min: 0, max: 360 }),
  systemLosses: fc.integer({ min: 0, max: 40 }),
  inverterKw: fc.option(fc.double({ min: 0.2, max: 40, noNaN: true }), { nil: undefined }),
}
const roof = fc
  .record({
    ...surface,
    maxPanelCount: fc.integer({ min: 1, max: 60 }),
    least: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ least, ...pv }) => ({ ...pv, minPanelCount: least > 0.7 ? Math.floor(pv.maxPanelCount * (least - 0.7)) : 0 }))
const existing = fc.record({ ...surface, panelCount: fc.integer({ min: 1, max: 30 }) })
const battery = fc
  .record({
    capacityKwh: fc.double({ min: 0, max: 60, noNaN: true }),
    cRate: fc.double({ min: 0.1, max: 2, noNaN: true }),
    minimumChargeLevel: fc.constantFrom(0, 10, 25),
    roundtripEfficiency: fc.constantFrom(80, 92, 100),
    costPerKwh: fc.option(fc.integer({ min: 0, max: 1200 }), { nil: undefined }),
  })
  .map(({ cRate, ...rest }) => ({ ...rest, powerRatingKw: Math.max(0.1, rest.capacityKwh * cRate) }))
const seldom = <T>(values: fc.Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: values })
const charges = {
  demandEurPerKwMonth: seldom(fc.double({ min: 0, max: 15, noNaN: true })),
  fixedEurPerMonth: seldom(fc.double({ min: 0, max: 100, noNaN: true })),
}
const tariff = fc.oneof(
  fc.record({
    type: fc.constant("flat"),
    flatEurPerKwh: fc.double({ min: 0.1, max: 0.6, noNaN: true }),
    feedInEurPerKwh: fc.option(fc.double({ min: -0.05, max: 0.1, noNaN: true }), { nil: undefined }),
    ...charges,
  }),
  fc.record({ type: fc.constant("dynamic"), taxesIncluded: fc.boolean(), ...charges }),
  fc.record({ type: fc.constant("dynamic"), netting: fc.constant(true) }),
)
/** Places in the Netherlands, Belgium, Germany, Australia and the open sea. */
export const places = [
  { lat: 51.44, lon: 5.48 },
  { lat: 50.85, lon: 4.35 },
  { lat: 52.52, lon: 13.4 },
  { lat: -33.87, lon: 151.2 },
  { lat: 0, lon: -160 },
]
const goals = [
  { goal: "cost-savings" },
  { goal: "self-sufficiency" },
  { goal: "renewable-minimum", renewableElectricityMinFraction: 0.25 },
  { goal: "maximize-connection" },
]

/** Goals with which netting is refused. */
const SHARE_GOALS = ["self-sufficiency", "renewable-minimum"]

/** Valid requests of all goals and tariffs, at places with measured, synthetic and next to no sunlight. */
export const anyRequest = fc
  .record({
    location: fc.constantFrom(...places),
    yearlyKwh: fc.double({ min: 500, max: 60_000, noNaN: true }),
    loadProfile: fc.constantFrom(...[...standardProfileKeys].slice(0, 20)),
    existingPv: fc.array(existing, { maxLength: 2 }),
    newPv: fc.array(roof, { maxLength: 4 }),
    electricBattery: fc.option(battery, { nil: undefined }),
    tariff,
    goal: fc.constantFrom(...goals),
    contractedPowerKw: fc.double({ min: 1, max: 80, noNaN: true }),
    analysisYears: fc.integer({ min: 10, max: 30 }),
    includePvMaintenanceCosts: fc.boolean(),
    includeBatteryMaintenanceCosts: fc.boolean(),
  })
  .map(({ goal, contractedPowerKw, tariff: terms, ...rest }) => ({
    ...rest,
    ...goal,
    inputMethod: "known",
    tariff: {
      ...terms,
      ...(SHARE_GOALS.includes(goal.goal) ? { netting: undefined } : {}),
      ...(goal.goal === "maximize-connection" ? { contractedPowerKw } : {}),
    },
  }))
