import type { Static } from "@sinclair/typebox"
import { InvalidInput } from "../base/errors.ts"
import type { Violation } from "../base/validation/violation.ts"
import { violations } from "../base/validation/violations.ts"
import { azimuthToEquator } from "../site/geo/hemisphere.ts"
import {
  DEFAULTS,
  type ElectricBattery,
  type ExistingPv,
  type FilledBattery,
  type FilledRequest,
  type FilledTariff,
  type Location,
  type NewPv,
  ScanRequest,
} from "./request.ts"
import { crossFieldViolations, oneWayProduct } from "./rules.ts"

/**
 * A request body with every default filled in.
 * Throws InvalidInput with all violations at once: those of single fields first, then those between fields.
 */
export const parseScanRequest = (body: unknown, knownLoadProfiles: ReadonlySet<string>): FilledRequest => {
  const broken = violations(ScanRequest, body)
  if (broken.length > 0) throw new InvalidInput([...broken, ...crossFieldOfBroken(body, knownLoadProfiles)])
  const request = body as ScanRequest
  const inconsistent = crossFieldViolations(request, knownLoadProfiles)
  if (inconsistent.length > 0) throw new InvalidInput(inconsistent)
  return withDefaults(request)
}

/** Rules between fields are checked in addition to broken fields only where the top level can be read. */
const crossFieldOfBroken = (body: unknown, knownLoadProfiles: ReadonlySet<string>): Violation[] => {
  if (body === null || typeof body !== "object" || Array.isArray(body)) return []
  const sound = Object.fromEntries(
    Object.entries(ScanRequest.properties)
      .map(([name, schema]) => [name, (body as Record<string, unknown>)[name], schema] as const)
      .filter(([, value, schema]) => value !== undefined && violations(schema, value).length === 0)
      .map(([name, value]) => [name, value]),
  )
  if (!("inputMethod" in sound)) return []
  return crossFieldViolations(sound as ScanRequest, knownLoadProfiles).filter(
    ({ path: [name] }) => !(String(name) in body) || String(name) in sound,
  )
}

/** Copies every field of the request, so that a new one is never dropped; only fields with a default are named here. */
const withDefaults = ({ customerDetails: _, electricBattery, ...request }: ScanRequest): FilledRequest => ({
  ...ofInputMethod(given(request)),
  existingPv: (request.existingPv ?? []).map((pv, i) => surfaceWithDefaults(pv, i, request.location)),
  newPv: (request.newPv ?? []).map((pv, i) => ({
    ...surfaceWithDefaults(pv, i, request.location),
    minPanelCount: pv.minPanelCount ?? DEFAULTS.minPanelCount,
  })),
  tariff: tariffWithDefaults(request.tariff ?? { type: DEFAULTS.tariffType }),
  ...(request.contracts ? { contracts: request.contracts.map(tariffWithDefaults) } : {}),
  ...(electricBattery ? { electricBattery: batteryWithDefaults(electricBattery) } : {}),
  goal: request.goal ?? DEFAULTS.goal,
  analysisYears: request.analysisYears ?? DEFAULTS.analysisYears,
  includePvMaintenanceCosts: request.includePvMaintenanceCosts ?? DEFAULTS.includePvMaintenanceCosts,
  includeBatteryMaintenanceCosts: request.includeBatteryMaintenanceCosts ?? DEFAULTS.includeBatteryMaintenanceCosts,
})

/** The same object without fields that are undefined: they count as left out. */
const given = <T extends object>(value: T): T =>
  Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as T

/** A known consumption has a load profile; a studio profile defines yearlyKwh, so that a given one is ignored. */
const ofInputMethod = <T extends Pick<ScanRequest, "inputMethod" | "loadProfile" | "yearlyKwh" | "yearlyKwhBasis">>(
  request: T,
) => {
  if (request.inputMethod === "known") return { ...request, loadProfile: request.loadProfile ?? DEFAULTS.loadProfile }
  const { yearlyKwh: _, yearlyKwhBasis: _basis, ...rest } = request
  return rest
}

const tariffWithDefaults = (tariff: FilledTariff): FilledTariff =>
  tariff.type === "custom" ? tariff : { ...tariff, taxesIncluded: tariff.taxesIncluded ?? DEFAULTS.taxesIncluded }

type Surface = Static<typeof ExistingPv> | Static<typeof NewPv>

const surfaceWithDefaults = <Pv extends Surface>(pv: Pv, index: number, { lat }: Static<typeof Location>) => ({
  ...given(pv),
  name: pv.name ?? `Roof ${index + 1}`,
  tiltAngle: pv.tiltAngle ?? DEFAULTS.tiltAngle,
  orientationAngle: pv.orientationAngle ?? azimuthToEquator(lat),
  systemLosses: pv.systemLosses ?? DEFAULTS.systemLosses,
})

const batteryWithDefaults = ({ powerKw, ...battery }: Static<typeof ElectricBattery>): FilledBattery => ({
  ...battery,
  powerRatingKw: battery.powerRatingKw ?? powerKw ?? 0,
  minCapacityKwh: battery.minCapacityKwh ?? DEFAULTS.minCapacityKwh,
  minPowerRatingKw: battery.minPowerRatingKw ?? DEFAULTS.minPowerRatingKw,
  minimumChargeLevel: battery.minimumChargeLevel ?? DEFAULTS.minimumChargeLevel,
  roundtripEfficiency: oneWayProduct(battery) ?? battery.roundtripEfficiency ?? DEFAULTS.roundtripEfficiency,
})
