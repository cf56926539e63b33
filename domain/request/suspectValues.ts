/** Values that the rules allow and that hardly anybody means: most likely they were given in another unit. */

import { type Note, note, type SuspectUnit } from "../base/note.ts"
import type { Path } from "../base/validation/path.ts"
import { hasOwnTaxes } from "../market/tariff/components.ts"
import { countryOf } from "../site/geo/country.ts"
import { DEFAULTS, type FilledBattery, type FilledRequest, type FilledTariff } from "./request.ts"

/** A site buys no less in a year [kWh]: it was MWh. */
const LEAST_YEARLY_KWH = 50
/** No panel on a roof has less [W]: it was kW. */
const LEAST_PANEL_WATTS = 5
/** No roof costs less [EUR/kWp]: it was EUR/Wp. */
const LEAST_EUR_PER_KWP = 20
/** No battery costs less [EUR/kWh]: it was EUR/Wh. */
const LEAST_EUR_PER_KWH = 2
/** Prices above it were cents [EUR/kWh]. */
const HIGHEST_EUR_PER_KWH = 1
/** Growth of a year from here on was percent. */
const HIGHEST_GROWTH = 0.25
/** Battery whose least capacity is above a year's consumption, from here on [kWh]: it was Wh. */
const LEAST_SUSPECT_KWH = 100
/** Currencies in which a kWh never costs more than a few tenths; of others, such as SEK, it may cost several. */
const LARGE_CURRENCIES: readonly string[] = ["EUR", "GBP", "USD", "AUD", "CAD", "NZD", "CHF"]

const DEGREES_PER_RADIAN = 180 / Math.PI

/** @param factor converts a value in `meant` to the field's unit */
const suspect = (path: Path, value: number, meant: SuspectUnit, factor: number): Note =>
  note("value-of-other-unit", { path, value, meant, insteadOf: Number((value * factor).toPrecision(6)) })

const suspectIf = (isSuspect: boolean, ...[path, value, meant, factor]: Parameters<typeof suspect>): Note[] =>
  isSuspect ? [suspect(path, value, meant, factor)] : []

/**
 * Notes on values of a request that are most likely in another unit, and on a place whose coordinates are most likely
 * exchanged.
 */
export const suspectValues = (request: FilledRequest, country: string | null): Note[] => [
  ...exchangedPlace(request.location, country),
  ...consumptionNotes(request),
  ...request.existingPv.flatMap((pv, i) => panelNotes(["existingPv", i], pv)),
  ...request.newPv.flatMap((pv, i) => [...panelNotes(["newPv", i], pv), ...panelPriceNotes(["newPv", i], pv, request)]),
  ...(request.electricBattery ? batteryNotes(request.electricBattery, request) : []),
  ...priceNotes(["tariff"], request.tariff, request),
  ...(request.contracts ?? []).flatMap((contract, i) => priceNotes(["contracts", i], contract, request)),
  ...growthNotes(request),
]

/** A place without known taxes that has known taxes if latitude and longitude are exchanged. */
const exchangedPlace = ({ lat, lon }: FilledRequest["location"], country: string | null): Note[] => {
  if ((country !== null && hasOwnTaxes(country)) || Math.abs(lon) > 90) return []
  const exchanged = countryOf(lon, lat)
  return exchanged !== null && hasOwnTaxes(exchanged)
    ? [note("place-exchanged", { lat, lon, country, exchangedCountry: exchanged })]
    : []
}

const consumptionNotes = ({ inputMethod, yearlyKwh }: FilledRequest): Note[] =>
  inputMethod === "known" && yearlyKwh !== undefined
    ? suspectIf(yearlyKwh < LEAST_YEARLY_KWH, ["yearlyKwh"], yearlyKwh, "mwh", 1000)
    : []

type Panels = FilledRequest["existingPv"][number] | FilledRequest["newPv"][number]

const panelNotes = (path: Path, pv: Panels): Note[] => [
  ...("modules" in pv && pv.modules
    ? []
    : suspectIf(pv.panelPowerWatts < LEAST_PANEL_WATTS, [...path, "panelPowerWatts"], pv.panelPowerWatts, "kw", 1000)),
  ...angleNotes(path, pv),
  ...fractionNotes([...path, "systemLosses"], pv.systemLosses, false),
]

/** Both angles of a roof are degrees or both are radians; one that may have been left out says nothing. */
const angleNotes = (path: Path, { tiltAngle, orientationAngle }: Panels): Note[] => {
  const tilt = { field: "tiltAngle", angle: tiltAngle, isOpen: tiltAngle === DEFAULTS.tiltAngle, most: Math.PI / 2 }
  const isToEquator = orientationAngle === 180 || orientationAngle === 0
  const turn = { field: "orientationAngle", angle: orientationAngle, isOpen: isToEquator, most: 2 * Math.PI }
  const angles = [tilt, turn].filter(({ isOpen }) => !isOpen)
  const areRadians = angles.every(({ angle, most }) => angle <= most && !Number.isInteger(angle))
  return areRadians
    ? angles.map(({ field, angle }) => suspect([...path, field], angle, "radians", DEGREES_PER_RADIAN))
    : []
}

/** A field in percent whose value was a fraction, such as 0.92. @param isOneToo whether 1 was one as well */
const fractionNotes = (path: Path, percent: number | undefined, isOneToo: boolean): Note[] =>
  percent === undefined
    ? []
    : suspectIf(percent > 0 && (percent < 1 || (isOneToo && percent === 1)), path, percent, "fraction", 100)

const isLarge = ({ currency = "EUR" }: FilledRequest): boolean => LARGE_CURRENCIES.includes(currency)

const panelPriceNotes = (
  path: Path,
  { costPerKwp = 0 }: FilledRequest["newPv"][number],
  request: FilledRequest,
): Note[] =>
  suspectIf(
    isLarge(request) && costPerKwp > 0 && costPerKwp < LEAST_EUR_PER_KWP,
    [...path, "costPerKwp"],
    costPerKwp,
    "per-watt",
    1000,
  )

const batteryNotes = (battery: FilledBattery, request: FilledRequest): Note[] => {
  const { costPerKwh = 0, minCapacityKwh } = battery
  const path: Path = ["electricBattery"]
  const isTooLarge =
    minCapacityKwh >= LEAST_SUSPECT_KWH && request.yearlyKwh !== undefined && minCapacityKwh > request.yearlyKwh
  return [
    ...suspectIf(isTooLarge, [...path, "minCapacityKwh"], minCapacityKwh, "wh", 1 / 1000),
    ...efficiencyNotes(path, battery),
    ...suspectIf(
      isLarge(request) && costPerKwh > 0 && costPerKwh < LEAST_EUR_PER_KWH,
      [...path, "costPerKwh"],
      costPerKwh,
      "per-watt-hour",
      1000,
    ),
    ...(battery.products ?? []).flatMap((product, i) => efficiencyNotes([...path, "products", i], product)),
  ]
}

type Efficiencies = Partial<
  Pick<FilledBattery, "roundtripEfficiency" | "chargeEfficiency" | "dischargeEfficiency" | "minimumChargeLevel">
>

const efficiencyNotes = (path: Path, battery: Efficiencies): Note[] => {
  const { roundtripEfficiency, chargeEfficiency, dischargeEfficiency, minimumChargeLevel } = battery
  return [
    // Two ways that are given make the round trip, which is then not named.
    ...(chargeEfficiency === undefined
      ? fractionNotes([...path, "roundtripEfficiency"], roundtripEfficiency, true)
      : []),
    ...fractionNotes([...path, "chargeEfficiency"], chargeEfficiency, true),
    ...fractionNotes([...path, "dischargeEfficiency"], dischargeEfficiency, true),
    ...fractionNotes([...path, "minimumChargeLevel"], minimumChargeLevel, false),
  ]
}

const priceNotes = (path: Path, tariff: Omit<FilledTariff, "priceYear">, request: FilledRequest): Note[] => {
  if (!isLarge(request)) return []
  const { flatEurPerKwh, feedInEurPerKwh, buy, sell } = tariff
  const prices: [path: Path, price: unknown][] = [
    [["flatEurPerKwh"], tariff.type === "flat" ? flatEurPerKwh : undefined],
    [["feedInEurPerKwh"], feedInEurPerKwh],
    ...energyPrices(["buy", "energy"], buy?.energy),
    [["buy", "plusEurPerKwh"], buy?.plusEurPerKwh],
    ...energyPrices(["sell", "energy"], sell?.energy),
    [["sell", "feeEurPerKwh"], sell?.feeEurPerKwh],
  ]
  return prices.flatMap(([within, price]) =>
    typeof price === "number"
      ? suspectIf(price > HIGHEST_EUR_PER_KWH, [...path, ...within], price, "cents", 1 / 100)
      : [],
  )
}

const energyPrices = (path: Path, energy: unknown): [path: Path, price: unknown][] =>
  Array.isArray(energy) ? energy.map(({ eurPerKwh }, i) => [[...path, i, "eurPerKwh"], eurPerKwh]) : [[path, energy]]

const GROWTHS = ["electricityPriceGrowth", "energyPriceGrowth", "gridFeeGrowth", "taxGrowth"] as const

const growthNotes = (request: FilledRequest): Note[] =>
  GROWTHS.flatMap(field => {
    const growth = request[field] ?? 0
    return suspectIf(Math.abs(growth) >= HIGHEST_GROWTH, [field], growth, "percent", 1 / 100)
  })
