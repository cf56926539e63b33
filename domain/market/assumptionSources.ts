import data from "../../fixtures/assumptions/assumptions.json" with { type: "json" }

/** Default of an assumption with its unit and source. */
export interface AssumptionSource {
  value: number | readonly object[]
  unit: string
  source: string
  note: string
}

/** Default assumptions from the data file. Pages read them from here, without the schemas of `assumptions.ts`. */
export const assumptionSources: Readonly<Record<keyof typeof data, AssumptionSource>> = data
