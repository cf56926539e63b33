import { test } from "bun:test"
import { comma, dotted, type Export, expectWholeYear, type Row } from "../support/meterYears.ts"

/**
 * Dates with words: months and weekdays of several languages, names of clocks, spans. Each row of 2023 is in its hour.
 */

const AMSTERDAM = { zone: "Europe/Amsterdam", standardHours: 1, stepMin: 60 }
const MONTHS: Record<string, string> = {
  Dutch: "jan. feb. mrt. apr. mei jun. jul. aug. sep. okt. nov. dec.",
  French: "janv. févr. mars avr. mai juin juil. août sept. oct. nov. déc.",
  German: "Januar Februar März April Mai Juni Juli August September Oktober November Dezember",
  Spanish: "ene feb mar abr may jun jul ago sep oct nov dic",
  Italian: "gen feb mar apr mag giu lug ago set ott nov dic",
  Polish: "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia",
}
const partsOf = ({ from }: Row): [year: string, month: number, day: number] => {
  const [year = "", month = "", day = ""] = from[0].split("-")
  return [year, Number(month) - 1, Number(day)]
}
const isSummer = ({ from, start }: Row): boolean => Date.parse(`${from.join("T")}Z`) - start.getTime() === 7_200_000

test.each(Object.entries(MONTHS))("%s names of months", (_, names) => {
  const row = (at: Row): string => {
    const [year, month, day] = partsOf(at)
    return `${day} ${names.split(" ")[month]} ${year} ${at.from[1]};${comma(at.kwh)}`
  }
  expectWholeYear({ ...AMSTERDAM, head: "Tijd;kWh", row })
})

const FILES: Record<string, Pick<Export, "row">> = {
  "a month before its day": {
    row: at => {
      const [year, month, day] = partsOf(at)
      const name = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(" ")[month]
      return `${name} ${day}, ${year} ${at.from[1]};${comma(at.kwh)}`
    },
  },
  "a weekday before the date": {
    row: ({ from, kwh }) => {
      const name = "zo ma di wo do vr za".split(" ")[new Date(from[0]).getUTCDay()]
      return `${name} ${dotted(from[0], "-")} ${from[1]};${comma(kwh)}`
    },
  },
  "a comma behind the date": { row: ({ from, kwh }) => `${dotted(from[0], ".")}, ${from[1]}:00;${comma(kwh)}` },
  "names of the clocks": {
    row: at => `${at.from.join(" ")} ${isSummer(at) ? "CEST" : "CET"};${comma(at.kwh)}`,
  },
  "names of the clocks in German": {
    row: at => `${dotted(at.from[0], ".")} ${at.from[1]} (${isSummer(at) ? "MESZ" : "MEZ"});${comma(at.kwh)}`,
  },
  "one name of clocks all year, which says nothing": { row: at => `${at.from.join(" ")} CET;${comma(at.kwh)}` },
  UTC: { row: ({ start, kwh }) => `${start.toISOString().slice(0, 16).replace("T", " ")} UTC;${comma(kwh)}` },
  "hours from UTC without minutes": {
    row: at => `${at.from.join("T")}:00${isSummer(at) ? "+02" : "+01"};${comma(at.kwh)}`,
  },
  "a span without spaces, whose end is no offset from UTC": {
    row: ({ from, until, kwh }) => `${from.join(" ")}-${until[1]};${comma(kwh)}`,
  },
}

test.each(Object.entries(FILES))("%s", (_, made) => expectWholeYear({ ...AMSTERDAM, head: "Tijd;kWh", ...made }))
