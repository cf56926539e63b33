import type { HourOfAnyYear, ScanErrorParams } from "../scan/scanError.ts"
import type { Catalogue } from "./render.ts"
import { messageOf } from "./violations.ts"

const percent = (share: number) => `${(100 * share).toFixed(1)} %`

const twoDigits = (value: number) => String(value).padStart(2, "0")

const hourText = ({ month, day, hourOfDay }: HourOfAnyYear) =>
  `${twoDigits(day)}-${twoDigits(month)} ${twoDigits(hourOfDay)}:00`

/** The sentence of every error of a scan in English. */
export const scanErrorsEn: Catalogue<ScanErrorParams> = {
  "share-out-of-reach": ({ askedShare, bestShare }) =>
    `the renewable share of ${percent(askedShare)} is out of reach: the best allowed system reaches ${percent(bestShare)}`,
  "connection-out-of-reach": ({ contractedPowerKw, exceededByKw, hours, first }, { number }) =>
    `the contracted power of ${contractedPowerKw} kW is out of reach: with the best allowed system it is exceeded ` +
    `by up to ${number(Number(exceededByKw.toPrecision(3)))} kW in ${hours === 1 ? "1 hour" : `${hours} hours`}, first on ${hourText(first)} (day-month)`,
  "input-refused": ({ violations }) => messageOf(violations, "en"),
  "solver-broke": () => "the solver broke down on this scan; please report it with the scan's id",
  "time-limit": ({ minutes }) => `the scan was not solved within ${minutes} minutes of its start; please try it again`,
}
