import { packJobInputs } from "../../domain/case/jobInputs.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { readReport } from "../../domain/texts/report.ts"
import { solveJob } from "../../worker/job.ts"
import { checkedOptimiser } from "./checkedCore.ts"
import { parseEarlierRequest } from "./earlierRequests.ts"

/** A home with room for 12 panels, and growth rates, for present values by hand. */
export const YEARS = 25

export const ROOF_SITE = {
  location: { lat: 52.37, lon: 4.9 },
  inputMethod: "known",
  yearlyKwh: 3500,
  loadProfile: "standard",
  existingPv: [],
  newPv: [
    { name: "south", tiltAngle: 35, orientationAngle: 180, panelPowerWatts: 430, minPanelCount: 0, maxPanelCount: 12 },
  ],
  goal: "cost-savings",
  analysisYears: YEARS,
  includePvMaintenanceCosts: false,
  includeBatteryMaintenanceCosts: false,
}
/** The same home with 12 panels. */
export const FIXED_ROOF = { newPv: [{ ...ROOF_SITE.newPv[0]!, minPanelCount: 12 }] }

export const RATES = { electricityPriceGrowth: 0.03, discountRate: 0.05, pvDegradation: 0.005 }

/** Present worth of 1 EUR a year of savings from one year of the analysis to another, under RATES [EUR]. */
export const worthOf = (from: number, until: number): number => {
  let sum = 0
  for (let year = from; year <= until; year++) sum += (1.03 * 0.995) ** (year - 1) / 1.05 ** year
  return sum
}

const TOLERANCE = 1e-3
const optimiser = await checkedOptimiser()

export const inputOnRoof = (tariff: object, site: object) =>
  parseEarlierRequest({ ...site, tariff } as never, standardProfileKeys)

/** Report of the home with 12 panels under a tariff, or with other fields of its request. */
export const solveOnRoof = (tariff: object, site: object = {}) => {
  const job = {
    ...{ scanId: "s", runId: "r", attempt: 1 },
    input: inputOnRoof(tariff, { ...ROOF_SITE, ...FIXED_ROOF, ...site }),
    material: packJobInputs({ assumptions: RATES }),
  }
  const result = solveJob(job, { optimiser, sizingTolerance: TOLERANCE }, () => true)
  if (result.kind !== "solved") throw new Error(JSON.stringify(result.error))
  return readReport(result.report, "en")
}
