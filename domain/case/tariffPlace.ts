import { InvalidInput } from "../base/errors.ts"
import { violation } from "../base/validation/violation.ts"
import type { PricePlace } from "../market/tariff/dayAhead.ts"
import type { TariffSite } from "../market/tariff/terms.ts"
import type { ScanInput } from "../request/scanInput.ts"
import { holidayPaths } from "../request/tariffRules.ts"
import type { Site } from "../site/geo/site.ts"
import { hasPublicHolidays } from "../site/publicHolidays.ts"

/** Place of a tariff: site, country pack, bidding zone of a custom tariff, and country of its public holidays. */
export const placeOf = (
  { phases: [{ terms }], location, holidaysOf, pack }: ScanInput,
  { country }: Site,
): PricePlace & Pick<TariffSite, "holidaysOf" | "pack"> => ({
  country: country ?? "",
  lon: location.lon,
  ...(terms.type === "custom" && terms.zone ? { zone: terms.zone } : {}),
  ...(holidaysOf ? { holidaysOf } : {}),
  ...(pack ? { pack } : {}),
})

/** Throws InvalidInput if a window depends on public holidays of a country without known holidays. */
export const assertHolidays = (input: ScanInput, { country }: Site): void => {
  if (hasPublicHolidays(input.holidaysOf ?? country ?? "")) return
  const [path] = holidayPaths(input)
  if (path) throw new InvalidInput([violation(path, "holidays-unknown", { country })])
}
