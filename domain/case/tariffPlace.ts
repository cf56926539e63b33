import { InvalidInput } from "../base/errors.ts"
import { violation } from "../base/validation/violation.ts"
import { type PricePlace, type Zone, zoneOf } from "../market/tariff/dayAhead.ts"
import type { TariffSite } from "../market/tariff/terms.ts"
import type { FilledRequest } from "../request/request.ts"
import type { ScanInput } from "../request/scanInput.ts"
import { holidayPaths } from "../request/tariffRules.ts"
import { countryAt, type Site } from "../site/geo/site.ts"
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

/** Bidding zones of the tariff and the contracts of a request. */
export const zonesOf = ({ location, tariff, contracts = [] }: FilledRequest): ReadonlySet<string> => {
  const country = countryAt(location) ?? ""
  const zones = [tariff, ...contracts].map(terms => zoneOf({ country, lon: location.lon, ...zoneIn(terms) }))
  return new Set(zones.flatMap(zone => zone ?? []))
}

const zoneIn = ({ type, ...terms }: { type?: string; zone?: Zone }): { zone?: Zone } =>
  type === "custom" && terms.zone ? { zone: terms.zone } : {}

/** Throws InvalidInput if a window depends on public holidays of a country without known holidays. */
export const assertHolidays = (input: ScanInput, { country }: Site): void => {
  if (hasPublicHolidays(input.holidaysOf ?? country ?? "")) return
  const [path] = holidayPaths(input)
  if (path) throw new InvalidInput([violation(path, "holidays-unknown", { country })])
}
