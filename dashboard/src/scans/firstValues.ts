import type { Language } from "../text/text.ts"
import { USUAL_BATTERY } from "./BatteryGroup.tsx"
import type { Values } from "./paths.ts"

const FIRST_VALUES: Values = {
  "location.lat": "52.09",
  "location.lon": "5.12",
  inputMethod: "known",
  yearlyKwh: "3500",
  yearlyKwhBasis: "bought",
  loadProfile: "standard",
  "newPv[0].maxPanelCount": "12",
  "newPv[0].panelPowerWatts": "430",
  "electricBattery.capacityKwh": USUAL_BATTERY.capacityKwh,
  "electricBattery.powerRatingKw": USUAL_BATTERY.powerRatingKw,
  "tariff.type": "flat",
  "tariff.taxesIncluded": "true",
  goal: "cost-savings",
  analysisYears: "25",
}

/** Values of an empty form, numbers as the page's language writes them. */
export const firstValues = (firstRoof: string, language: Language): Values => {
  const written = Object.entries(FIRST_VALUES).map(([path, value]) => [
    path,
    language !== "en" && /^[\d.]+$/.test(value) ? value.replace(".", ",") : value,
  ])
  return { ...Object.fromEntries(written), "newPv[0].name": firstRoof }
}
