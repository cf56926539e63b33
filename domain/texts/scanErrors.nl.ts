import type { HourOfAnyYear, ScanErrorParams } from "../scan/scanError.ts"
import type { Catalogue, Words } from "./render.ts"
import { messageOf } from "./violations.ts"

const percent = (share: number, { number }: Words) => `${number(Math.round(1000 * share) / 10)} %`

const twoDigits = (value: number) => String(value).padStart(2, "0")

const hourText = ({ month, day, hourOfDay }: HourOfAnyYear) =>
  `${twoDigits(day)}-${twoDigits(month)} ${twoDigits(hourOfDay)}:00`

/** The sentence of every error of a scan in Dutch. */
export const scanErrorsNl: Catalogue<ScanErrorParams> = {
  "share-out-of-reach": ({ askedShare, bestShare }, words) =>
    `het duurzame aandeel van ${percent(askedShare, words)} is niet haalbaar: de beste toegestane installatie haalt ${percent(bestShare, words)}`,
  "connection-out-of-reach": ({ contractedPowerKw, exceededByKw, hours, first }, { number }) =>
    `het gecontracteerde vermogen van ${number(contractedPowerKw)} kW is niet haalbaar: met de beste toegestane installatie wordt het ` +
    `met hoogstens ${number(Number(exceededByKw.toPrecision(3)))} kW overschreden in ${hours === 1 ? "1 uur" : `${hours} uren`}, het eerst op ${hourText(first)} (dag-maand)`,
  "input-refused": ({ violations }) => messageOf(violations, "nl"),
  "solver-broke": () => "het rekenprogramma liep op deze scan vast; meld dit met de id van de scan",
  "time-limit": ({ minutes }) => `de scan is niet binnen ${minutes} minuten na het begin opgelost; probeer het opnieuw`,
}
