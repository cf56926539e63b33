import type { HourOfAnyYear, ScanErrorParams } from "../base/scanError.ts"
import { type Catalogue, percentDown } from "./render.ts"
import { messageOf } from "./violations.ts"

/** `1 maart om 07:00`: a year that is none in particular has no 29 February. */
const hourText = ({ month, day, hourOfDay }: HourOfAnyYear) => {
  const date = new Intl.DateTimeFormat("nl-NL", { day: "numeric", month: "long", timeZone: "UTC" })
  return `${date.format(Date.UTC(2025, month - 1, day))} om ${String(hourOfDay).padStart(2, "0")}:00`
}

/** The sentence of every error of a scan in Dutch. */
export const scanErrorsNl: Catalogue<ScanErrorParams> = {
  "share-out-of-reach": ({ askedShare, bestShare }, { figure }) =>
    `het duurzame aandeel van ${figure(100 * askedShare)} % is niet haalbaar: de beste toegestane installatie haalt ${figure(percentDown(bestShare))} %`,
  "connection-out-of-reach": ({ contractedPowerKw, exceededByKw, hours, first }, { figure }) =>
    `het gecontracteerde vermogen van ${figure(contractedPowerKw)} kW is niet haalbaar: met de beste toegestane installatie wordt het ` +
    `met hoogstens ${figure(Number(exceededByKw.toPrecision(3)))} kW overschreden in ${hours === 1 ? "1 uur" : `${figure(hours)} uren`}, het eerst op ${hourText(first)}`,
  "input-refused": ({ violations }) => messageOf(violations, "nl"),
  "solver-broke": () => "het rekenprogramma liep op deze scan vast; meld dit met het id van de scan",
  "time-limit": ({ minutes }, { figure }) =>
    `de scan is niet binnen ${minutes === 1 ? "1 minuut" : `${figure(minutes)} minuten`} na het begin opgelost; probeer het opnieuw`,
}
