import type { RankedPlant } from "./case.ts"

/** Sizes and proof of a plant in the terms of the optimiser. */
interface ProvenPlant {
  plant: { panels: number[]; capacityKwh: number; powerKw: number }
  totalEur: number
  lowerBoundEur: number
  gap: number
  dispatches: number
  wearEur: number
  wearEurPerKwh: number
  isCut: boolean
}

/** Result of a search, from which a report is completed without another search. */
export interface SolvedPlant {
  /** Version of the service that searched. */
  engineVersion: string
  /** Shipped data of the search; absent in plants stored before the field, which count as of this data. */
  dataVersion?: string
  proven: ProvenPlant
  /** Number of the combination of modules (search/choose/panelModules.ts). */
  modules: number
  /** Number of the product in the request, and its count; null without one. */
  product: { index: number; count: number } | null
  /** Plant without a battery of a product ranking; null without a ranking. */
  withoutBattery: RankedPlant | null
  /** Work of the search, or the work that limited its alternatives; null: they had no limit. */
  work: number | null
  /** True if `work` is the whole limit of alternatives; false if further work of the scan counts too. */
  isWholeWork: boolean
}

/** A solved plant as bytes for messages and the database. */
export const plantBytes = (plant: SolvedPlant): Uint8Array => new TextEncoder().encode(JSON.stringify(plant))

export const plantOf = (bytes: Uint8Array): SolvedPlant => JSON.parse(new TextDecoder().decode(bytes)) as SolvedPlant
