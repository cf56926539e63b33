import type { BatteryCredit } from "../market/tariff/custom/schema.ts"
import type { ScanInput } from "../request/scanInput.ts"

/** Sizes of a new battery. */
type NewBattery = { capacityKwh: number; powerKw: number }

/** Yearly credit of a contract for the existing and a new battery together [EUR]. */
export const batteryCreditEur = (
  credit: BatteryCredit | undefined,
  existing: ScanInput["existingBattery"],
  added: NewBattery = { capacityKwh: 0, powerKw: 0 },
): number => {
  const capacityKwh = (existing?.capacityKwh ?? 0) + added.capacityKwh
  const powerKw = (existing?.powerRatingKw ?? 0) + added.powerKw
  if (!credit || capacityKwh <= 0) return 0
  const { eurPerKwYear = 0, eurPerYear = 0 } = credit
  return eurPerKwYear * powerKw + eurPerYear
}
