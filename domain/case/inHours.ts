import { hourlyKwh } from "../site/steps.ts"
import type { CandidateRoof, ScanCase } from "./case.ts"
import { limitsOf, tariffsOf } from "./tariffs.ts"

const roofInHours = ({ productionKwhPerPanel, choices, ...roof }: CandidateRoof): CandidateRoof => ({
  ...roof,
  productionKwhPerPanel: hourlyKwh(productionKwhPerPanel),
  ...(choices ? { choices: choices.map(roofInHours) } : {}),
})

/** A case of quarters in hours, with the prices and limits of hours; contracts to compare are left out. */
export const inHours = ({ contracts: _, hasModelledQuarters: __, ...scan }: ScanCase): ScanCase => {
  const { input, site, calendarYear, overlapKwh, profileProductionKwh } = scan
  const tariffSite = { ...scan.tariffSite, steps: 1 }
  return {
    ...scan,
    loadKwh: hourlyKwh(scan.loadKwh),
    existing: scan.existing.map(system => ({ ...system, productionKwh: hourlyKwh(system.productionKwh) })),
    roofs: scan.roofs.map(roofInHours),
    existingProductionKwh: hourlyKwh(scan.existingProductionKwh),
    ...(profileProductionKwh ? { profileProductionKwh: hourlyKwh(profileProductionKwh) } : {}),
    ...(overlapKwh ? { overlapKwh: hourlyKwh(overlapKwh) } : {}),
    tariffSite,
    tariffs: tariffsOf(input, tariffSite),
    limits: limitsOf(input, site, { ...tariffSite, calendarYear }),
  }
}
