import { type Note, note, type ProviderFailure, type StoredNote } from "../../base/note.ts"
import type { Shade } from "./shade.ts"

/** Source of a production curve: measured Dutch weather, the world climatology, or a PVGIS server. */
export type ProductionSource = "knmi" | "climatology" | "pvgis"

/**
 * A flat field of panels: place in degrees, tilt 0 (flat) to 90 (upright), azimuth 0 = north, 90 = east, 180 =
 * south.
 */
export interface Surface {
  lat: number
  lon: number
  tiltDeg: number
  azimuthDeg: number
  /** Absent: nothing hides the sky. */
  shade?: Shade
}

/** One year of production of a surface. */
export interface Production {
  /**
   * 8760 hours of the site's standard time, kWh per kWp before system losses, each value a float32. Shared: never
   * write to it.
   */
  hoursKwhPerKwp: Float64Array
  source: ProductionSource
  /** Lost to shade in the year, before system losses; of the built-in model, for a surface in shade. */
  shadeLossKwhPerKwp?: number
  /** Calendar year whose sun and weather the hours hold; null when it is an average of several years. */
  weatherYear: number | null
  /** Name of the weather station behind measured hours, else null. */
  station: string | null
  /** Source of the hours, for the report. */
  note: StoredNote
  /** Reason that the hours do not come from the requested provider; absent when they are. */
  warning?: Note
}

/**
 * Makes the production year of a surface. The built-in model answers at once; a provider over the network answers
 * later, and rejects on failure. The caller then uses the built-in model and adds a note.
 */
export type ProductionProvider = (surface: Surface) => Production | Promise<Production>

/** A provider over the network gave no curve; `failure` says why. */
export interface ProviderError {
  failure: ProviderFailure
}

/** A provider's curve for a surface, or the note that the built-in model replaces it, with the reason. */
export type Provided = { production: Production } | { warning: Note; error: unknown }

export const askProvider = async (provider: ProductionProvider, surface: Surface): Promise<Provided> => {
  try {
    return { production: await provider(surface) }
  } catch (error) {
    return { warning: note("provider-failed", { failure: failureOf(error) }), error }
  }
}

/** Reason of a provider's rejection: its own failure, or another error's text. */
const failureOf = (error: unknown): ProviderFailure =>
  error instanceof Error && "failure" in error
    ? (error as Error & ProviderError).failure
    : { reason: "other", detail: error instanceof Error ? error.message : String(error) }
