import { expect, test } from "bun:test"
import { readMeterFile } from "../../domain/site/meters/readMeterFile.ts"
import { textFile } from "../support/meterFiles.ts"
import { comma, dotted, type Export, expectWholeYear, type Row } from "../support/meterYears.ts"
import { saying } from "../support/sentences.ts"

/**
 * Notations of moments and directions in tables of no known provider. Each row of 2023, through both clock changes, is
 * assigned to its hour.
 */

const STOCKHOLM = { zone: "Europe/Stockholm", standardHours: 1, stepMin: 60 }
const BERLIN = { ...STOCKHOLM, zone: "Europe/Berlin" }
const WARSAW = { ...STOCKHOLM, zone: "Europe/Warsaw" }
const ZURICH = { ...STOCKHOLM, zone: "Europe/Zurich", stepMin: 15 }
const hourOf = ([, clock]: Row["from"]): number => Number(clock.slice(0, 2))

/** The letter that tells the two repeated hours apart, by their offset. */
const letterOf = ({ from: [date], start, from }: Row): string => {
  if (date !== "2023-10-29" || hourOf(from) !== 2) return ""
  return start.getUTCHours() === 0 ? "A" : "B"
}

const FILES: Record<string, Export> = {
  "a span of time beside its day": {
    ...STOCKHOLM,
    head: "Datum;Tid;Förbrukning (kWh)",
    row: ({ from, until, kwh }) => `${from[0]};${from[1]} - ${until[1]};${comma(kwh)}`,
  },
  "a span without spaces, which is no offset from UTC": {
    ...STOCKHOLM,
    head: "Datum;Tid;Förbrukning (kWh)",
    row: ({ from, until, kwh }) => `${from[0]};${from[1]}-${until[1]};${comma(kwh)}`,
  },
  "a span of hours": {
    ...STOCKHOLM,
    head: "Datum;Tid;Förbrukning (kWh)",
    row: ({ from, until, kwh }) => `${from[0]};${from[1].slice(0, 2)}-${until[1].slice(0, 2)};${comma(kwh)}`,
  },
  "a span in the cell of the day": {
    ...STOCKHOLM,
    head: "Tid;kWh",
    row: ({ from, until, kwh }) => `${from[0]} ${from[1]} - ${until[1]};${comma(kwh)}`,
  },
  "two moments in one cell": {
    zone: "America/Los_Angeles",
    standardHours: -8,
    stepMin: 60,
    head: "Energy Delivered time period,Usage (kWh)",
    row: ({ from, until, kwh }) => `${from[0]} ${from[1]}:00 to ${until[0]} ${until[1]}:00,${kwh}`,
  },
  "hours numbered from 0": {
    ...STOCKHOLM,
    head: "Datum;Timme;Förbrukning (kWh)",
    row: ({ from, kwh }) => `${from[0]};${hourOf(from)};${comma(kwh)}`,
  },
  "hours numbered from 1 to 25, both directions": {
    ...WARSAW,
    head: "Data;Godzina;Pobór (kWh);Oddanie (kWh)",
    row: ({ from, hour, kwh }) => `${from[0]};${hour};${comma(kwh)};${comma(kwh / 2)}`,
    fedInShare: 0.5,
  },
  "hours numbered by the clock, 2A and 2B": {
    ...BERLIN,
    head: "Datum;Stunde;Verbrauch (kWh)",
    row: at => `${dotted(at.from[0], ".")};${hourOf(at.from)}${letterOf(at)};${comma(at.kwh)}`,
  },
  "quarters of 2A and 2B": {
    ...BERLIN,
    stepMin: 15,
    head: "Datum;von;bis;Verbrauch (kWh)",
    row: at => {
      const [hour, minute] = at.from[1].split(":")
      return `${dotted(at.from[0], ".")};${hour}${letterOf(at)}:${minute};${at.until[1]};${comma(at.kwh)}`
    },
  },
  "digits alone": {
    ...BERLIN,
    stepMin: 15,
    head: "Zeitpunkt;Bezug (kWh)",
    row: ({ from, kwh }) => `${from.join("").replaceAll(/[-:]/g, "")};${comma(kwh)}`,
  },
  "digits of the day": {
    ...BERLIN,
    stepMin: 15,
    head: "Datum;Uhrzeit;Bezug (kWh)",
    row: ({ from, kwh }) => `${from[0].replaceAll("-", "")};${from[1]};${comma(kwh)}`,
  },
  "a point between hours and minutes": {
    ...STOCKHOLM,
    zone: "Europe/Copenhagen",
    head: "Dato;Forbrug (kWh)",
    row: ({ from, kwh }) => `${dotted(from[0], ".")} ${from[1].replace(":", ".")};${comma(kwh)}`,
  },
  "an h between hours and minutes": {
    ...STOCKHOLM,
    zone: "Europe/Paris",
    head: "Date;Heure;Consommation (kWh)",
    row: ({ from, kwh }) => `${dotted(from[0], "/")};${from[1].replace(":", "h")};${comma(kwh)}`,
  },
  "a point after the day": {
    ...STOCKHOLM,
    zone: "Europe/Budapest",
    stepMin: 15,
    head: "Időpont;+A (kWh);-A (kWh)",
    row: ({ from, kwh }) => `${from[0].replaceAll("-", ".")}. ${from[1]};${comma(kwh)};${comma(kwh / 2)}`,
    fedInShare: 0.5,
  },
  "A+ and A−, mean power": {
    ...STOCKHOLM,
    zone: "Europe/Prague",
    stepMin: 15,
    head: "Od;A+ [kW];A- [kW];Status",
    row: ({ from, kwh }) => `${dotted(from[0], ".")} ${from[1]};${comma(kwh * 4)};${comma(kwh * 2)};ok`,
    fedInShare: 0.5,
  },
  "Bezug and Lieferung": {
    ...ZURICH,
    head: "Zeitstempel;Bezug Wirkenergie [kWh];Lieferung Wirkenergie [kWh]",
    row: ({ from, kwh }) => `${dotted(from[0], ".")} ${from[1]};${comma(kwh)};${comma(kwh / 4)}`,
    fedInShare: 0.25,
  },
  "OBIS codes without a medium": {
    ...ZURICH,
    head: "Zeitstempel;1.29.0 (kWh);2.29.0 (kWh)",
    row: ({ from, kwh }) => `${dotted(from[0], ".")} ${from[1]};${comma(kwh)};${comma(kwh / 4)}`,
    fedInShare: 0.25,
  },
}

test.each(Object.entries(FILES))("%s", (_, made) => expectWholeYear(made))

test("an hour below the first of its days is refused with its row", () => {
  const rows = ["Datum;Stunde;kWh", "13.01.2023;1;2", "13.01.2023;26;2", "13.01.2023;3;2"]
  expect(saying(() => readMeterFile(textFile(rows.join("\n")), "x.csv"))).toThrow(
    'row 3 of the file has "13.01.2023 26" instead of a date and time',
  )
})
