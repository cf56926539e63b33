import { InvalidInput } from "../../domain/base/errors.ts"
import type { Path } from "../../domain/base/validation/path.ts"
import { type Violation, withPaths } from "../../domain/base/validation/violation.ts"
import { violations } from "../../domain/base/validation/violations.ts"
import { defaultBatteryCostPerKwh, defaultPvCostPerKwp } from "../../domain/market/equipmentCosts.ts"
import { parseScanRequest } from "../../domain/request/input.ts"
import type { FilledRequest, Goal, ScanRequest } from "../../domain/request/request.ts"
import { MISSING_OF_FLAT } from "../../domain/request/tariffRules.ts"
import { countryAt } from "../../domain/site/geo/site.ts"
import { DEFAULT_ORIENTATION_ANGLE, LegacyScanRequest } from "./request.ts"

/** The middle of the Netherlands, for a site whose location is not given. */
const DEFAULT_LOCATION = { lat: 52.09, lon: 5.12 }
/** Default of one direction, if only the other is given [percent]. */
const DEFAULT_ONE_WAY_EFFICIENCY = 96

/** A body of POST /v1/scan with valid fields. Throws InvalidInput with all violations. */
export const validEarlierRequest = (body: unknown): LegacyScanRequest => {
  const broken = violations(LegacyScanRequest, body)
  if (broken.length > 0) throw new InvalidInput(broken)
  return body as LegacyScanRequest
}

/**
 * Translates a request of document 2 to a scan of document 1, with its defaults. Throws InvalidInput with all
 * violations between fields, in the names of document 2.
 * @param knownLoadProfiles names of the standard profiles, or the record_id of the custom one
 */
export const filledRequestOf = (request: LegacyScanRequest, knownLoadProfiles: ReadonlySet<string>): FilledRequest => {
  const { tariff } = request
  const missing = tariff?.type === "flat" && tariff.flat_eur_per_kwh === undefined ? [MISSING_OF_FLAT] : []
  try {
    const filled = parseScanRequest(scanRequestOf(request), knownLoadProfiles, countryAt)
    if (missing.length === 0) return filled
  } catch (error) {
    throw error instanceof InvalidInput ? inLegacyNames([...missing, ...error.violations]) : error
  }
  throw inLegacyNames(missing)
}

/** The equivalent body of document 1. */
const scanRequestOf = (request: LegacyScanRequest): ScanRequest => ({
  location: request.location ?? DEFAULT_LOCATION,
  inputMethod: "known",
  yearlyKwh: request.yearly_kwh,
  yearlyKwhBasis: "used",
  loadProfile: request.load_profile ?? "standard",
  ...(request.existing_pv ? { existingPv: request.existing_pv.map(existingPvOf) } : {}),
  ...(request.new_pv ? { newPv: request.new_pv.map(roof => newPvOf(roof, request.goal)) } : {}),
  ...(request.tariff ? { tariff: tariffOf(request.tariff) } : {}),
  ...(request.electricBattery ? { electricBattery: batteryOf(request.electricBattery) } : {}),
  goal: request.goal === "payback-time" ? "cost-savings" : "self-sufficiency",
  // Document 2 describes the year with foresight.
  control: "ideal",
})

/** A goal of either interface in the terms of the legacy interface; unknown fields stay unchanged. */
export const legacyGoal = (goal: Goal): string => (goal === "cost-savings" ? "payback-time" : goal)

type Entry<K extends keyof LegacyScanRequest> = NonNullable<LegacyScanRequest[K]>

const surfaceOf = (pv: Entry<"existing_pv">[number] | Entry<"new_pv">[number]) =>
  withoutUndefined({
    name: pv.name,
    panelPowerWatts: pv.panel_power_watts,
    tiltAngle: pv.tilt_angle,
    orientationAngle: pv.orientation_angle ?? DEFAULT_ORIENTATION_ANGLE,
    systemLosses: pv.system_losses,
  })

const existingPvOf = (pv: Entry<"existing_pv">[number]) => ({ ...surfaceOf(pv), panelCount: pv.panel_count })

/** Panels are free for self-sufficiency; otherwise the price is the legacy tier of the roof's maximum size. */
const newPvOf = (pv: Entry<"new_pv">[number], goal: LegacyScanRequest["goal"]) => ({
  ...surfaceOf(pv),
  ...withoutUndefined({ minPanelCount: pv.min_panel_count }),
  maxPanelCount: pv.max_panel_count,
  costPerKwp: goal === "self-sufficiency" ? 0 : defaultPvCostPerKwp((pv.panel_power_watts / 1000) * pv.max_panel_count),
})

const tariffOf = ({ type, flat_eur_per_kwh }: Entry<"tariff">) => ({
  type,
  ...withoutUndefined({ flatEurPerKwh: flat_eur_per_kwh }),
})

const batteryOf = (battery: Entry<"electricBattery">) => ({
  capacityKwh: battery.capacity_kwh,
  powerRatingKw: battery.power_rating_kw,
  // Document 2 has no such loss.
  standbyWatts: 0,
  ...withoutUndefined({
    minCapacityKwh: battery.min_capacity_kwh,
    minPowerRatingKw: battery.min_power_rating_kw,
    minimumChargeLevel: battery.minimum_charge_level,
    costPerKwh: costPerKwhOf(battery),
  }),
  ...efficiencyOf(battery),
})

/**
 * EUR/kWh of a battery whose total_cost is of capacity_kwh, by default the tier's of capacity_kwh (document 2); a
 * smaller battery costs proportionally less.
 */
const costPerKwhOf = ({ capacity_kwh: capacityKwh, total_cost: totalEur }: Entry<"electricBattery">): number => {
  if (totalEur === undefined || capacityKwh === 0) return defaultBatteryCostPerKwh(capacityKwh)
  return totalEur / capacityKwh
}

const efficiencyOf = (battery: Entry<"electricBattery">) => {
  const { charge_efficiency: charge, discharge_efficiency: discharge, roundtrip_efficiency: roundtrip } = battery
  if (charge === undefined && discharge === undefined) return withoutUndefined({ roundtripEfficiency: roundtrip })
  return {
    chargeEfficiency: charge ?? DEFAULT_ONE_WAY_EFFICIENCY,
    dischargeEfficiency: discharge ?? DEFAULT_ONE_WAY_EFFICIENCY,
  }
}

const withoutUndefined = <T extends object>(value: T) =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as {
    [K in keyof T as undefined extends T[K] ? never : K]: T[K]
  } & { [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined> }

/** Names of document 1 that differ in document 2. */
const LEGACY_NAMES: Record<string, string> = {
  yearlyKwh: "yearly_kwh",
  loadProfile: "load_profile",
  existingPv: "existing_pv",
  newPv: "new_pv",
  panelCount: "panel_count",
  panelPowerWatts: "panel_power_watts",
  minPanelCount: "min_panel_count",
  maxPanelCount: "max_panel_count",
  flatEurPerKwh: "flat_eur_per_kwh",
  capacityKwh: "capacity_kwh",
  powerRatingKw: "power_rating_kw",
  minCapacityKwh: "min_capacity_kwh",
  minPowerRatingKw: "min_power_rating_kw",
  costPerKwh: "total_cost per kWh",
}

const inLegacyNames = (broken: readonly Violation[]): InvalidInput =>
  new InvalidInput(broken.map(each => withPaths(each, legacyPath)))

const legacyPath = (path: Path): Path =>
  path.map(step => (Object.hasOwn(LEGACY_NAMES, step) ? (LEGACY_NAMES[step] ?? step) : step))
