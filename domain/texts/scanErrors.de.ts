import type { HourOfAnyYear, ScanErrorParams } from "../base/scanError.ts"
import { type Catalogue, percentDown } from "./render.ts"
import { messageOf } from "./violations.ts"

/** `1. März um 07:00`: a year that is none in particular has no 29 February. */
const hourText = ({ month, day, hourOfDay }: HourOfAnyYear) => {
  const date = new Intl.DateTimeFormat("de-DE", { day: "numeric", month: "long", timeZone: "UTC" })
  return `${date.format(Date.UTC(2025, month - 1, day))} um ${String(hourOfDay).padStart(2, "0")}:00 Uhr`
}

/** The sentence of every error of a scan in German. */
export const scanErrorsDe: Catalogue<ScanErrorParams> = {
  "share-out-of-reach": ({ askedShare, bestShare }, { figure }) =>
    `der Anteil erneuerbarer Energie von ${figure(100 * askedShare)} % ist nicht erreichbar: Die beste zulässige Anlage erreicht ${figure(percentDown(bestShare))} %`,
  "connection-out-of-reach": ({ contractedPowerKw, exceededByKw, hours, first }, { figure }) =>
    `die Anschlussleistung von ${figure(contractedPowerKw)} kW lässt sich nicht einhalten: Die beste zulässige Anlage überschreitet sie ` +
    `um bis zu ${figure(Number(exceededByKw.toPrecision(3)))} kW in ${hours === 1 ? "1 Stunde" : `${figure(hours)} Stunden`}, zuerst am ${hourText(first)}`,
  "input-refused": ({ violations }) => messageOf(violations, "de"),
  "solver-broke": () => "die Berechnung dieses Scans ist abgebrochen; bitte melden Sie das mit der ID des Scans",
  "time-limit": ({ minutes }, { figure }) =>
    `der Scan wurde nicht innerhalb von ${minutes === 1 ? "1 Minute" : `${figure(minutes)} Minuten`} nach seinem Beginn fertig berechnet; bitte versuchen Sie es erneut`,
}
