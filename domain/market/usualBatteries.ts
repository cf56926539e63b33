/** A usual battery product. */
export interface UsualBattery {
  id: string
  label: string
  kwh: number
  powerKw: number
  recommended: boolean
}

/** Usual home and business batteries, whose power in kW is half their capacity in kWh. Document 3 gives no sizes. */
export const usualBatteries: readonly UsualBattery[] = [
  { id: "home-5", label: "Small home, 5 kWh", kwh: 5, powerKw: 2.5, recommended: false },
  { id: "home-10", label: "Home, 10 kWh", kwh: 10, powerKw: 5, recommended: true },
  { id: "home-15", label: "Large home, 15 kWh", kwh: 15, powerKw: 7.5, recommended: false },
  { id: "business-30", label: "Small business, 30 kWh", kwh: 30, powerKw: 15, recommended: false },
  { id: "business-100", label: "Business, 100 kWh", kwh: 100, powerKw: 50, recommended: false },
]
