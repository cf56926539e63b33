import type { HourOfAnyYear, ScanErrorParams } from "../base/scanError.ts"
import { type Catalogue, percentDown } from "./render.ts"
import { messageOf } from "./violations.ts"

/** `1 March at 07:00`: a year that is none in particular has no 29 February. */
const hourText = ({ month, day, hourOfDay }: HourOfAnyYear) => {
  const date = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", timeZone: "UTC" })
  return `${date.format(Date.UTC(2025, month - 1, day))} at ${String(hourOfDay).padStart(2, "0")}:00`
}

/** The sentence of every error of a scan in English. */
export const scanErrorsEn: Catalogue<ScanErrorParams> = {
  "share-out-of-reach": ({ askedShare, bestShare }, { figure }) =>
    `the renewable share of ${figure(100 * askedShare)} % is out of reach: the best allowed system reaches ${figure(percentDown(bestShare))} %`,
  "connection-out-of-reach": ({ contractedPowerKw, exceededByKw, hours, first }, { figure }) =>
    `the contracted power of ${figure(contractedPowerKw)} kW is out of reach: with the best allowed system it is exceeded ` +
    `by up to ${figure(Number(exceededByKw.toPrecision(3)))} kW in ${hours === 1 ? "1 hour" : `${figure(hours)} hours`}, first on ${hourText(first)}`,
  "input-refused": ({ violations }) => messageOf(violations, "en"),
  "solver-broke": () => "the calculation of this scan broke off; please report it with the scan's id",
  "time-limit": ({ minutes }, { figure }) =>
    `the scan was not solved within ${minutes === 1 ? "1 minute" : `${figure(minutes)} minutes`} of its start; please try it again`,
}
