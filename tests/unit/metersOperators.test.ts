import { expect, test } from "bun:test"
import { readMeterFile } from "../../domain/site/meters/readMeterFile.ts"
import { textFile } from "../support/meterFiles.ts"
import { american, comma, dotted, type Export, expectWholeYear } from "../support/meterYears.ts"
import { saying } from "../support/sentences.ts"

/**
 * Exports of grid operators and suppliers of other countries: each row of 2023, through both clock changes, is assigned
 * to its hour.
 */

const twoDigits = (hour: number): string => `${hour}`.padStart(2, "0")
const MADRID = { zone: "Europe/Madrid", standardHours: 1, stepMin: 60 }
const PARIS = { zone: "Europe/Paris", standardHours: 1, stepMin: 30 }

const EXPORTS: Record<string, Export> = {
  "Datadis, hours 1 to 25": {
    ...MADRID,
    head: "cups;fecha;hora;consumo_kWh;metodoObtencion;energiaVertida_kWh;energiaGenerada_kWh;energiaAutoconsumida_kWh",
    row: ({ from, hour, kwh }) =>
      `ES1;${from[0].replaceAll("-", "/")};${twoDigits(hour)}:00;${comma(kwh)};Real;${comma(kwh)};9;9`,
    fedInShare: 1,
  },
  "e-distribución": {
    ...MADRID,
    head: "CUPS;Fecha;Hora;AE_kWh;REAL/ESTIMADO",
    row: ({ from, hour, kwh }) => `ES1;${dotted(from[0], "/")};${hour};${comma(kwh)};R`,
  },
  "hours numbered by the clock, of which one is left out and one is there twice": {
    ...MADRID,
    head: "CUPS;Fecha;Hora;AE_kWh;REAL/ESTIMADO",
    row: ({ from, kwh }) => `ES1;${dotted(from[0], "/")};${Number(from[1].slice(0, 2)) + 1};${comma(kwh)};R`,
  },
  "i-DE in watt-hours": {
    ...MADRID,
    head: "CUPS;FECHA-HORA;INV / VER;CONSUMO Wh;GENERACION Wh",
    row: ({ from, hour, kwh }) =>
      `ES1;${from[0].replaceAll("-", "/")} ${twoDigits(hour)}:00;0;${Math.round(kwh * 1000)};0`,
  },
  "Enedis, watts at the end of half-hours": {
    ...PARIS,
    head: "Identifiant PRM;Type de donnees;Date de debut;Date de fin;Unite;Pas en minutes\n1;Courbe de charge;01/01/2023;31/12/2023;W;30\nHorodate;Valeur",
    row: ({ end, kwh }) => `${end.toISOString()};${Math.round(kwh * 2000)}`,
  },
  "Enedis in one table, by the clock": {
    ...PARIS,
    head: "Identifiant PRM;Date de debut;Date de fin;Grandeur physique;Grandeur metier;Etape metier;Unite;Horodate;Valeur;Nature;Pas",
    row: ({ until, kwh }) =>
      `1;01/01/2023;31/12/2023;PA;CONS;BRUT;W;${until.join(" ")}:00;${Math.round(kwh * 2000)};R;PT30M`,
  },
  "ESB Networks in kW, both directions": {
    zone: "Europe/Dublin",
    standardHours: 0,
    stepMin: 30,
    head: "MPRN,Meter Serial Number,Read Value,Read Type,Read Date and End Time",
    row: ({ until, kwh }) => {
      const at = `${dotted(until[0], "-")} ${until[1]}`
      return `1,2,${kwh * 2},Active Import Interval (kW),${at}\n1,2,${kwh},Active Export Interval (kW),${at}`
    },
    fedInShare: 0.5,
  },
  Eloverblik: {
    zone: "Europe/Copenhagen",
    standardHours: 1,
    stepMin: 60,
    head: "MålepunktId;Fra_dato;Til_dato;Mængde;Måleenhed;Kvalitet;Type",
    row: ({ from, until, kwh }) =>
      `5;${dotted(from[0], "-")} ${from[1]};${dotted(until[0], "-")} ${until[1]};${comma(kwh)};KWH;Målt;Tidsserie`,
  },
  "Elhub, by its titles": {
    zone: "Europe/Oslo",
    standardHours: 1,
    stepMin: 60,
    head: "Fra;Til;KWH 60 Forbruk;Kvalitet",
    row: ({ from, until, kwh }) =>
      `${dotted(from[0], ".")} ${from[1]};${dotted(until[0], ".")} ${until[1]};${comma(kwh)};Målt`,
  },
  "Fingrid Datahub": {
    zone: "Europe/Helsinki",
    standardHours: 2,
    stepMin: 60,
    head: "MeteringPointGSRN;Product Type;Resolution;Unit Type;Reading Type;Start Time;Quantity;Quality",
    row: ({ start, kwh }) => `6;8;PT1H;kWh;BN01;${start.toISOString()};${comma(kwh)};OK`,
  },
  Tibber: {
    zone: "Europe/Amsterdam",
    standardHours: 1,
    stepMin: 60,
    head: "from,to,cost,unitPrice,unitPriceVAT,consumption,consumptionUnit",
    row: ({ start, end, kwh }) => `${start.toISOString()},${end.toISOString()},0.1,0.3,0.05,${kwh},kWh`,
  },
  "Smart Meter Texas": {
    zone: "America/Chicago",
    standardHours: -6,
    stepMin: 15,
    head: "ESIID,USAGE_DATE,REVISION_DATE,USAGE_START_TIME,USAGE_END_TIME,USAGE_KWH,ESTIMATED_ACTUAL,CONSUMPTION_SURPLUSGENERATION",
    row: ({ from, until, kwh }) => {
      const row = (value: number, kind: string) =>
        `'1,${american(from[0])},, ${from[1]}, ${until[1]},${value},A,${kind}`
      return `${row(kwh, "Consumption")}\n${row(kwh / 4, "Surplus Generation")}`
    },
    fedInShare: 0.25,
  },
  "days with English names of months": {
    zone: "Europe/London",
    standardHours: 0,
    stepMin: 30,
    head: "Date,Consumption (kWh)",
    row: ({ from, kwh }) => {
      const [year, month, day] = from[0].split("-")
      const names = ["Jan", "Feb", "Mar", "Apr", "May", "June", "July", "Aug", "Sept", "Oct", "Nov", "Dec"]
      return `${day}-${names[Number(month) - 1]}-${year!.slice(2)} ${from[1]},${kwh}`
    },
  },
  "years of two digits": {
    zone: "America/New_York",
    standardHours: -5,
    stepMin: 60,
    head: "Date,Usage (kWh)",
    row: ({ from, kwh }) => `${american(from[0]).replace("/2023", "/23")} ${from[1]},${kwh}`,
  },
  "years of two digits before the month": {
    zone: "Europe/Amsterdam",
    standardHours: 1,
    stepMin: 60,
    head: "Time,Usage (kWh)",
    row: ({ from, kwh }) => `${from[0].slice(2)} ${from[1]},${kwh}`,
  },
}

test.each(Object.entries(EXPORTS))("%s", (_, made) => expectWholeYear(made))

test("an hour of a day that is none is refused with its row", () => {
  const file = "CUPS;Fecha;Hora;AE_kWh\nES1;01/01/2023;1;0,2\nES1;01/01/2023;26;0,2\nES1;01/01/2023;3;0,2\n"
  expect(saying(() => readMeterFile(textFile(file), "x.csv"))).toThrow('row 3 of the file has "01/01/2023 26"')
})

test("a unit that is no energy is refused with its row", () => {
  const file = "MålepunktId;Fra_dato;Til_dato;Mængde;Måleenhed\n5;01-01-2023 00:00;01-01-2023 01:00;3;m3\n".concat(
    "5;01-01-2023 01:00;01-01-2023 02:00;3;m3\n",
  )
  expect(saying(() => readMeterFile(textFile(file), "x.csv"))).toThrow('row 2 of the file has "m3"')
})
