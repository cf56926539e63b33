import type { Static } from "@sinclair/typebox"
import { distinctNotes, type Note } from "../../base/note.ts"
import type { Path } from "../../base/validation/path.ts"
import { type Violation, violation } from "../../base/validation/violation.ts"
import { azimuthToEquator } from "../geo/hemisphere.ts"
import { DC_AC_RATIO, inverterOutputKwh } from "../solar/inverter.ts"
import { afterLosses } from "../solar/production.ts"
import type { ProductionProvider } from "../solar/provider.ts"
import { type Hours, sumOfHours, totalOf } from "./hours.ts"
import type { RoofSurface, SolarConfigInput } from "./schema.ts"
import type { SolarConfig as SolarConfigSchema } from "./studioProfileSchema.ts"

/** A solarConfig with its defaults and computed values: one surface flat, or several with their sums. */
export type SolarConfig = Static<typeof SolarConfigSchema>

/** The location of a profile. */
export interface Place {
  lat: number
  lon: number
}

const DEFAULT_TILT_DEG = 35
const DEFAULT_LOSSES_PERCENT = 14

/** Missing or repeated parts of a solarConfig with valid fields. @param path its place in the body */
export const solarConfigViolations = (config: SolarConfigInput, path: Path): Violation[] => {
  if (config.roofSurfaces) {
    const ids = config.roofSurfaces.map(({ id }) => id)
    return ids.flatMap((id, i) =>
      ids.indexOf(id) < i ? [violation([...path, "roofSurfaces", i, "id"], "unique", { within: "layer" })] : [],
    )
  }
  return (["panelCount", "panelPowerWatts"] as const)
    .filter(field => config[field] === undefined)
    .map(field => violation([...path, field], "surface-required"))
}

/**
 * A solarConfig changed by another: roofSurfaces are replaced as a whole; flat fields replace the flat ones, and turn a
 * config of several surfaces into a flat one.
 */
export const changedSolarConfig = (config: SolarConfigInput, change: SolarConfigInput): SolarConfigInput => {
  if (change.roofSurfaces || config.roofSurfaces) return change
  return { ...config, ...change }
}

/** Peak capacity [kWp]. */
const capacityKw = ({ panelCount, panelPowerWatts }: { panelCount: number; panelPowerWatts: number }): number =>
  (panelCount * panelPowerWatts) / 1000

type Surface = Static<typeof RoofSurface>
type Computed = "systemCapacityKw" | "annualProductionKwh"
/** A surface with its defaults, before anything is computed. */
type SurfaceConfig = Omit<Surface, "id" | "losses" | Computed> & { losses: number }

interface ProducingSurface {
  hours: Float64Array
  warning: Note | undefined
  computed: SurfaceConfig & Record<Computed, number>
}

const producedBy = async (
  surface: SurfaceConfig,
  place: Place,
  provider: ProductionProvider,
): Promise<ProducingSurface> => {
  const { hoursKwhPerKwp, warning } = await provider({
    ...place,
    tiltDeg: surface.tilt,
    azimuthDeg: surface.azimuth % 360,
  })
  const systemCapacityKw = capacityKw(surface)
  const inverter = { peakKwp: systemCapacityKw, acKw: systemCapacityKw / DC_AC_RATIO }
  const hours = inverterOutputKwh(hoursKwhPerKwp, afterLosses(surface.losses), inverter)
  const annualProductionKwh = totalOf(hours)
  return { hours, warning, computed: { ...surface, systemCapacityKw, annualProductionKwh } }
}

/** Copies a surface without its computed fields, which the service computes itself. */
const surfaceConfig = <Given extends Omit<Surface, "id">>({
  systemCapacityKw: _capacity,
  annualProductionKwh: _production,
  ...fields
}: Given) => ({ ...fields, losses: fields.losses ?? DEFAULT_LOSSES_PERCENT })

const flatSurface = ({ roofSurfaces: _, ...config }: SolarConfigInput, { lat }: Place): SurfaceConfig =>
  surfaceConfig({
    ...config,
    panelCount: config.panelCount!,
    panelPowerWatts: config.panelPowerWatts!,
    tilt: config.tilt ?? DEFAULT_TILT_DEG,
    azimuth: config.azimuth ?? azimuthToEquator(lat),
  })

/** Surfaces of a solarConfig with their defaults; empty for a config without panels. */
export const surfacesOf = (config: SolarConfigInput, place: Place): SurfaceConfig[] => {
  if (config.roofSurfaces)
    return config.roofSurfaces.map(surface => ({ ...surface, losses: surface.losses ?? DEFAULT_LOSSES_PERCENT }))
  return config.panelCount === undefined || config.panelPowerWatts === undefined ? [] : [flatSurface(config, place)]
}

/** A solarConfig with computed values, its curve, and notes for its owner. */
interface SolarProduction {
  config: SolarConfig
  hours: Hours
  notes: Note[]
}

/**
 * Asks the provider for the production of each surface, and sums them into one curve.
 * @param config one without violations
 */
export const solarProduction = async (
  config: SolarConfigInput,
  place: Place,
  provider: ProductionProvider,
): Promise<SolarProduction> => {
  if (!config.roofSurfaces) {
    const { hours, computed, warning } = await producedBy(flatSurface(config, place), place, provider)
    return { config: computed, hours: new Float32Array(hours), notes: warning ? [warning] : [] }
  }
  const surfaces = await Promise.all(
    config.roofSurfaces.map(async ({ id, ...surface }) => ({
      id,
      ...(await producedBy(surfaceConfig(surface), place, provider)),
    })),
  )
  const sum = (field: Computed) => surfaces.reduce((total, { computed }) => total + computed[field], 0)
  return {
    config: {
      roofSurfaces: surfaces.map(({ id, computed }) => ({ id, ...computed })),
      systemCapacityKw: sum("systemCapacityKw"),
      annualProductionKwh: sum("annualProductionKwh"),
    },
    hours: new Float32Array(sumOfHours(surfaces.map(({ hours }) => hours))),
    notes: distinctNotes(surfaces.flatMap(({ warning }) => warning ?? [])),
  }
}
