import type { Static } from "@sinclair/typebox"
import { InvalidInput } from "../errors.ts"
import { azimuthToEquator } from "../site/geo/hemisphere.ts"
import type { Violation } from "../validation/violation.ts"
import { violations } from "../validation/violations.ts"
import {
  DEFAULTS,
  type ElectricBattery,
  type ExistingPv,
  type ExistingPvInput,
  type FilledBattery,
  type FilledRequest,
  type FilledTariff,
  type Location,
  type NewPv,
  type NewPvInput,
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

const withDefaults = (request: ScanRequest): FilledRequest => ({
  location: request.location,
  inputMethod: request.inputMethod,
  ...(request.inputMethod === "known"
    ? {
        ...optional("yearlyKwh", request.yearlyKwh),
        ...optional("yearlyKwhBasis", request.yearlyKwhBasis),
        loadProfile: request.loadProfile ?? DEFAULTS.loadProfile,
      }
    : optional("customProfileId", request.customProfileId)),
  ...optional("yearlyExportKwh", request.yearlyExportKwh),
  existingPv: (request.existingPv ?? []).map((pv, i) => existingWithDefaults(pv, i, request.location)),
  newPv: (request.newPv ?? []).map((pv, i) => roofWithDefaults(pv, i, request.location)),
  tariff: tariffWithDefaults(request.tariff ?? { type: DEFAULTS.tariffType }),
  ...optional("contracts", request.contracts?.map(tariffWithDefaults)),
  ...optional("customer", request.customer),
  ...optional("currency", request.currency),
  ...optional("electricBattery", request.electricBattery && batteryWithDefaults(request.electricBattery)),
  goal: request.goal ?? DEFAULTS.goal,
  ...optional("renewableElectricityMinFraction", request.renewableElectricityMinFraction),
  analysisYears: request.analysisYears ?? DEFAULTS.analysisYears,
  ...optional("electricityPriceGrowth", request.electricityPriceGrowth),
  ...optional("energyPriceGrowth", request.energyPriceGrowth),
  ...optional("gridFeeGrowth", request.gridFeeGrowth),
  ...optional("taxGrowth", request.taxGrowth),
  ...optional("copiedFromId", request.copiedFromId),
  includePvMaintenanceCosts: request.includePvMaintenanceCosts ?? DEFAULTS.includePvMaintenanceCosts,
  includeBatteryMaintenanceCosts: request.includeBatteryMaintenanceCosts ?? DEFAULTS.includeBatteryMaintenanceCosts,
  ...optional("control", request.control),
  ...optional("includeSavingsSpread", request.includeSavingsSpread),
  ...optional("dossierId", request.dossierId),
})

const tariffWithDefaults = (tariff: FilledTariff): FilledTariff =>
  tariff.type === "custom" ? tariff : { ...tariff, taxesIncluded: tariff.taxesIncluded ?? DEFAULTS.taxesIncluded }

const optional = <K extends string, V>(name: K, value: V | undefined) =>
  (value === undefined ? {} : { [name]: value }) as { [key in K]?: V }

type Place = Static<typeof Location>

const surface = (pv: Static<typeof ExistingPv> | Static<typeof NewPv>, index: number, { lat }: Place) => ({
  name: pv.name ?? `Roof ${index + 1}`,
  panelPowerWatts: pv.panelPowerWatts,
  tiltAngle: pv.tiltAngle ?? DEFAULTS.tiltAngle,
  orientationAngle: pv.orientationAngle ?? azimuthToEquator(lat),
  systemLosses: pv.systemLosses ?? DEFAULTS.systemLosses,
  ...optional("inverterKw", pv.inverterKw),
})

const existingWithDefaults = (pv: Static<typeof ExistingPv>, index: number, place: Place): ExistingPvInput => ({
  ...surface(pv, index, place),
  panelCount: pv.panelCount,
})

const roofWithDefaults = (pv: Static<typeof NewPv>, index: number, place: Place): NewPvInput => ({
  ...surface(pv, index, place),
  minPanelCount: pv.minPanelCount ?? DEFAULTS.minPanelCount,
  maxPanelCount: pv.maxPanelCount,
  ...optional("costPerKwp", pv.costPerKwp),
  ...optional("fixedCostEur", pv.fixedCostEur),
  ...optional("modules", pv.modules),
})

const batteryWithDefaults = ({ powerKw, ...battery }: Static<typeof ElectricBattery>): FilledBattery => ({
  ...battery,
  powerRatingKw: battery.powerRatingKw ?? powerKw ?? 0,
  minCapacityKwh: battery.minCapacityKwh ?? DEFAULTS.minCapacityKwh,
  minPowerRatingKw: battery.minPowerRatingKw ?? DEFAULTS.minPowerRatingKw,
  minimumChargeLevel: battery.minimumChargeLevel ?? DEFAULTS.minimumChargeLevel,
  roundtripEfficiency: oneWayProduct(battery) ?? battery.roundtripEfficiency ?? DEFAULTS.roundtripEfficiency,
})
