import { InvalidInput } from "../errors.ts"
import type { PricePlace } from "../market/tariff/dayAhead.ts"
import type { Site } from "../site/geo/site.ts"
import { hasPublicHolidays } from "../site/publicHolidays.ts"
import { violation } from "../validation/violation.ts"
import type { ScanInput } from "./scanInput.ts"
import { holidayPaths } from "./tariffRules.ts"

/** Where prices are of: the site, and the bidding zone that a custom tariff names. */
export const placeOf = ({ tariff, location }: ScanInput, { country }: Site): PricePlace => ({
  country: country ?? "",
  lon: location.lon,
  ...(tariff.type === "custom" && tariff.zone ? { zone: tariff.zone } : {}),
})

/** Throws InvalidInput where a window names the public holidays of a country whose holidays are not known. */
export const assertHolidays = (input: ScanInput, { country }: Site): void => {
  if (hasPublicHolidays(country ?? "")) return
  const [path] = holidayPaths(input)
  if (path) throw new InvalidInput([violation(path, "holidays-unknown", { country })])
}
