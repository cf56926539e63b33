import { describe, expect, test } from "bun:test"
import { importPrices } from "../../domain/market/priceFiles/importPrices.ts"
import { filled } from "../../domain/market/tariff/dayAhead.ts"
import { hourOfYear } from "../../domain/site/year.ts"
import { saying } from "../support/sentences.ts"

const MS_PER_HOUR = 3_600_000
const two = (value: number) => String(value).padStart(2, "0")
const summer2026 = [Date.UTC(2026, 2, 29, 1), Date.UTC(2026, 9, 25, 1)]

/** Every hour of the Dutch civil year 2026 with its number since the first as price. */
const hours = Array.from({ length: 8760 }, (_, i) => ({
  utcMs: Date.UTC(2025, 11, 31, 23) + i * MS_PER_HOUR,
  price: i,
}))
const wall = (utcMs: number) => {
  const isSummer = utcMs >= summer2026[0]! && utcMs < summer2026[1]!
  const local = new Date(utcMs + (isSummer ? 2 : 1) * MS_PER_HOUR)
  return { local, zone: isSummer ? "CEST" : "CET" }
}
const dayMonthYear = (date: Date, mark: string) =>
  [two(date.getUTCDate()), two(date.getUTCMonth() + 1), date.getUTCFullYear()].join(mark)
const time = (date: Date) => `${two(date.getUTCHours())}:${two(date.getUTCMinutes())}`

const ember = (rows = hours) =>
  [
    "Country,ISO3 Code,Datetime (UTC),Datetime (Local),Price (EUR/MWhe)",
    ...rows.map(({ utcMs, price }) => {
      const utc = new Date(utcMs).toISOString().slice(0, 19).replace("T", " ")
      return `Netherlands,NLD,${utc},${utc},${price}\nNorway,NOR,${utc},${utc},-1`
    }),
  ].join("\n")

const entsoeOld = () =>
  [
    '"MTU (CET/CEST)","Day-ahead Price [EUR/MWh]","Currency","BZN|BE"',
    ...hours.map(({ utcMs, price }) => {
      const { local } = wall(utcMs)
      return `"${dayMonthYear(local, ".")} ${time(local)} - …","${price}","EUR",""`
    }),
    '"29.03.2026 02:00 - 29.03.2026 03:00","-","",""',
  ].join("\r\n")

const entsoeNewQuarters = () =>
  [
    '"MTU (CET/CEST)","Area","Sequence","Day-ahead Price (EUR/MWh)","Intraday Period (CET/CEST)","Intraday Price (EUR/MWh)"',
    ...hours.flatMap(({ utcMs, price }) =>
      [-3, -1, 1, 3].flatMap((offset, quarter) => {
        const { local, zone } = wall(utcMs + quarter * 900_000)
        const from = `${dayMonthYear(local, "/")} ${time(local)}:00`
        const suffix = local.getUTCMonth() === 9 && local.getUTCDate() === 25 ? ` (${zone})` : ""
        return [
          `"${from}${suffix} - …","BZN|DE-LU","Sequence 1","${price + offset}","",""`,
          `"${from}${suffix} - …","BZN|DE-LU","Sequence 2","9999","",""`,
        ]
      }),
    ),
  ].join("\n")

const monthNames = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
const germanNumber = (value: number) =>
  new Intl.NumberFormat("de-DE", { minimumFractionDigits: 2, useGrouping: "always" }).format(value)
const englishNumber = (value: number) =>
  new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, useGrouping: "always" }).format(value)

/** SMARD's quarter-hours with German words; the mean of neighbours is no zone. */
const smardGerman = () =>
  [
    "\uFEFFDatum von;Datum bis;∅ Anrainer DE/LU [€/MWh] Originalauflösungen;Niederlande [€/MWh] Originalauflösungen",
    ...hours.flatMap(({ utcMs, price }) =>
      [-3, -1, 1, 3].map((offset, quarter) => {
        const { local } = wall(utcMs + quarter * 900_000)
        const from = `${dayMonthYear(local, ".")} ${time(local)}`
        return `${from};${from};-;${germanNumber(price + offset)}`
      }),
    ),
  ].join("\n")

const smardEnglish = () =>
  [
    "Start date;End date;Germany/Luxembourg [€/MWh] Calculated resolutions;Slovenia [€/MWh] Calculated resolutions",
    ...hours.map(({ utcMs, price }) => {
      const { local } = wall(utcMs)
      const hour = local.getUTCHours()
      const clock = `${hour % 12 || 12}:00 ${hour < 12 ? "AM" : "PM"}`
      const from = `${monthNames[local.getUTCMonth()]} ${local.getUTCDate()}, ${local.getUTCFullYear()} ${clock}`
      return `${from};${from};${englishNumber(price)};-5`
    }),
  ].join("\n")

/** SMARD before 2023: the hour in a column of its own. */
const smardOld = () =>
  [
    "Datum;Anfang;Ende;Österreich [€/MWh] Originalauflösungen",
    ...hours.map(({ utcMs, price }) => {
      const { local } = wall(utcMs)
      return `${dayMonthYear(local, ".")};${time(local)};${time(local)};${germanNumber(price)}`
    }),
  ].join("\n")

/** 2026-01-01T00:00+01:00, in winter and summer. */
const withOffset = (utcMs: number) => {
  const { local, zone } = wall(utcMs)
  return `${local.toISOString().slice(0, 16)}${zone === "CEST" ? "+02:00" : "+01:00"}`
}
const energyCharts = () =>
  [
    '"Date (GMT+1)","Pan-European auction, 15 minutes IDA1 price (CH)","Day Ahead Auction (CH)"',
    ",Price (EUR/MWh),Price (EUR/MWh)",
    ...hours.map(({ utcMs, price }) => `${withOffset(utcMs)},9999,${price}`),
  ].join("\n")

const answerOfEnergyCharts = () =>
  JSON.stringify({
    license_info: "CC BY 4.0",
    unix_seconds: hours.map(({ utcMs }) => utcMs / 1000),
    price: hours.map(({ price }) => price),
    unit: "EUR / MWh",
  })

/** A month of ENTSO-E's file library has all zones, and auctions within the day. */
const library = () =>
  [
    "DateTime(UTC)\tResolutionCode\tAreaCode\tMapCode\tContractType\tSequence\tPrice[Currency/MWh]\tCurrency",
    ...hours.flatMap(({ utcMs, price }) => {
      const row = (contract: string, sequence: string, value: number) =>
        `${new Date(utcMs).toISOString().slice(0, 19).replace("T", " ")}.000\tPT60M\t10YPL-AREA-----S\tPL\t${contract}\t${sequence}\t${value}\tEUR`
      return [row("Day-ahead", "1", price), row("Day-ahead", "2", 9999), row("Intraday", "1", 9999)]
    }),
  ].join("\r\n")

/** File of jeroen.nl: Dutch local time and UTC, decimal commas, EUR/kWh without a unit in the header. */
const jeroen = () =>
  [
    "datum_nl;datum_utc;prijs_excl_belastingen",
    ...hours.map(({ utcMs, price }) => {
      const utc = new Date(utcMs).toISOString().slice(0, 19).replace("T", " ")
      return `"x";"${utc}";"${`${price / 1000}`.replace(".", ",")}"`.replace('"x"', `"${clockOf(utcMs)}"`)
    }),
  ].join("\n")
const clockOf = (utcMs: number) => wall(utcMs).local.toISOString().slice(0, 16).replace("T", " ")
/** A user's own table by local time, with two prices: market, and including taxes. */
const byClock = () =>
  [
    "Date;Price (ct/kWh);Price incl. VAT (ct/kWh)",
    ...hours.map(({ utcMs, price }) => `${clockOf(utcMs)};${`${price / 10}`.replace(".", ",")};99`),
  ].join("\n")
/** A column for each zone and numbered hours, 23 and 25 on the days of the change. */
const numbered = () => {
  const counts = new Map<string, number>()
  const rows = hours.map(({ utcMs, price }) => {
    const day = dayMonthYear(wall(utcMs).local, ".")
    counts.set(day, (counts.get(day) ?? 0) + 1)
    return `${day};${counts.get(day)};${price};-1`
  })
  return ["Date;Hour;NL (EUR/MWh);BE (EUR/MWh)", ...rows].join("\n")
}
const fromTo = () =>
  [
    "Delivery Start (CET);Delivery End (CET);NL (EUR/MWh)",
    ...hours.map(({ utcMs, price }) => `${clockOf(utcMs)};${clockOf(utcMs + MS_PER_HOUR)};${price}`),
  ].join("\n")
const awattar = (unit = "Eur/MWh") =>
  JSON.stringify({ data: hours.map(({ utcMs, price }) => ({ start_timestamp: utcMs, marketprice: price, unit })) })
const answerOfSmard = () => JSON.stringify({ meta_data: {}, series: hours.map(({ utcMs, price }) => [utcMs, price]) })

const plain = (rows = hours) =>
  ["utc_start,eur_per_mwh,flag", ...rows.map(({ utcMs, price }) => `${new Date(utcMs).toISOString()},${price},x`)].join(
    "\n",
  )

describe("a whole year", () => {
  test.each([
    ["Ember", ember, "NL"],
    ["ENTSO-E, old layout, doubled hour by order", entsoeOld, "BE"],
    ["ENTSO-E, new layout, quarter-hours, doubled hour by suffix", entsoeNewQuarters, "DE-LU"],
    ["SMARD, German, quarter-hours", smardGerman, "NL"],
    ["SMARD, English", smardEnglish, "DE-LU"],
    ["SMARD, hours in a column of their own", smardOld, "AT"],
    ["Energy-Charts", energyCharts, "CH"],
    ["ENTSO-E's file library", library, "PL"],
  ] as const)("%s: every hour is in its place on standard time", (_, file, zone) => {
    const { years, skipped } = importPrices([file()])
    expect(skipped).toEqual([])
    expect(years.map(year => [year.zone, year.year])).toEqual([[zone, 2026]])
    const prices = years[0]!.eurPerKwh
    for (let hour = 0; hour < 8760; hour++)
      if (Math.abs(prices[hour]! - hour / 1000) > 1e-12) throw new Error(`hour ${hour}`)
    expect(prices[hourOfYear(10, 25, 2)]).toBeCloseTo(hourOfYear(10, 25, 2) / 1000, 12)
  })
})

test("quarter-hours stay where a file has all four of an hour; files of hours have none", () => {
  const [ofEntsoe] = importPrices([entsoeNewQuarters()]).years
  const quarters = ofEntsoe!.quarterEurPerKwh!
  for (let hour = 0; hour < 8760; hour++) {
    const eurPerMwh = [...quarters.subarray(4 * hour, 4 * hour + 4)].map(price => Math.round(1e6 * price) / 1000)
    if (String(eurPerMwh) !== String([-3, -1, 1, 3].map(offset => hour + offset))) throw new Error(`hour ${hour}`)
  }
  const lines = entsoeNewQuarters().split("\n")
  const [lacking] = importPrices([lines.filter((_, line) => line !== 1 + 8 * 5000 + 2).join("\n")]).years
  expect([lacking!.quarterEurPerKwh![4 * 5000], lacking!.quarterEurPerKwh![4 * 5001]]).toEqual([Number.NaN, 4.998])
  expect(importPrices([ember()]).years[0]!.quarterEurPerKwh).toBeUndefined()
})

test("finer steps than quarters give hourly means alone", () => {
  const twelfths = hours.flatMap(({ utcMs, price }) =>
    Array.from({ length: 12 }, (_, n) => ({ utcMs: utcMs + n * 300_000, price: price + n })),
  )
  const { eurPerKwh, quarterEurPerKwh } = importPrices([ember(twelfths)]).years.find(({ zone }) => zone === "NL")!
  expect(eurPerKwh[100]).toBeCloseTo(0.1055, 12)
  expect(quarterEurPerKwh).toBeUndefined()
})

test("a file of 2026 may begin where the shipped hours end; an hour that it holds is the file's", () => {
  const marchOnHours = hours.filter(({ price }) => price >= 59 * 24 || price === 7)
  const { years, skipped } = importPrices([ember(marchOnHours)])
  expect(skipped).toEqual([])
  const prices = years[0]!.eurPerKwh
  // SMARD, NL, 1 January 2026 00:00 and 28 February 2026 23:00.
  expect([prices[0], prices[59 * 24 - 1]]).toEqual([63.44 / 1000, 98.56 / 1000])
  expect([prices[7], prices[59 * 24]]).toEqual([0.007, 1.416])
})

test("missing hours stay missing for the filling rule; a part of a year is noted", () => {
  const { years } = importPrices([ember(hours.filter(({ price }) => price < 2000 || price >= 2024))])
  expect(filled(years[0]!.eurPerKwh)).toMatchObject({ filledHours: 24 })
  const part = importPrices([ember(hours.slice(0, 3000))])
  expect(part).toEqual({ years: [], skipped: ["NL 2026: only 3000 of 8760 hours"] })
})

test("a file of another kind, a wrong time and a wrong price are refused with the place", () => {
  expect(saying(() => importPrices(["datum;verbruik\n1;2"]))).toThrow("found the columns datum, verbruik")
  expect(saying(() => importPrices([`${ember(hours.slice(0, 1))}\nNetherlands,NLD,soon,soon,4`]))).toThrow(
    'line 4: "soon" is not a time',
  )
  expect(saying(() => importPrices([`${ember([])}\nNetherlands,NLD,2026-01-01 00:00:00,x,4.4.4`]))).toThrow("line 2")
})

test("files that name no zone need one, in EUR/MWh or EUR/kWh, and may hold a year in parts", () => {
  const inKwh = hours.map(({ utcMs, price }) => `${new Date(utcMs).toISOString()},${price / 1000}`)
  const parts = [plain(hours.slice(0, 4000)), plain(hours.slice(4000))]
  for (const texts of [[answerOfEnergyCharts()], parts, [["utc_start,eur_per_kwh", ...inKwh].join("\r\n")]]) {
    const { years } = importPrices(texts, "SE4")
    expect(years.map(year => [year.zone, year.year])).toEqual([["SE4", 2026]])
    expect(years[0]!.eurPerKwh[5000]).toBeCloseTo(5, 12)
    expect(saying(() => importPrices(texts))).toThrow("--zone NL")
  }
})

test.each([
  ["jeroen.nl", jeroen],
  ["a table by the clock", byClock],
  ["a table of numbered hours and several zones", numbered],
  ["beginnings and ends", fromTo],
  ["aWATTar", awattar],
  ["SMARD's programming interface", answerOfSmard],
])("%s names no zone: every hour is in its place", (_, file) => {
  const { years } = importPrices([file()], "NL")
  expect(years.map(year => [year.zone, year.year])).toEqual([["NL", 2026]])
  const wrong = hours.filter(({ price }) => Math.abs(years[0]!.eurPerKwh[price]! - price / 1000) > 1e-12)
  expect(wrong).toEqual([])
})

test.each<[string, () => string, string]>([
  ["zlotys in ENTSO-E's file", () => entsoeOld().replaceAll('"EUR"', '"PLN"'), 'line 2: prices are in "PLN/MWh"'],
  ["ct/kWh of Energy-Charts", () => energyCharts().replaceAll("EUR/MWh", "ct/kWh"), 'prices are in "Price (ct/kWh)"'],
  ["another unit of an answer", () => awattar("ct/kWh"), 'prices are in "ct/kWh"'],
  ["kroner", () => byClock().replaceAll("ct/kWh", "NOK/kWh"), 'prices are in "nok/kwh"'],
  [
    "UTC that no title names",
    () =>
      [
        "time;EUR/MWh",
        ...hours.map(({ utcMs, price }) => `${new Date(utcMs).toISOString().slice(0, 16)};${price}`),
      ].join("\n"),
    'row 2093 has "2026-03-29T02:00", which clocks of Europe/Berlin skip: name the clock',
  ],
  [
    "ends of hours",
    () => ["time;EUR/MWh", ...hours.map(({ utcMs, price }) => `${clockOf(utcMs + MS_PER_HOUR)};${price}`)].join("\n"),
    "the ends of hours",
  ],
  [
    "several columns",
    () => numbered().replace("NL (", "NO1 ("),
    'several columns of numbers ("no1 (eur/mwh)", "be (eur/mwh)")',
  ],
  [
    "no unit",
    () => `time;price\n${clockOf(hours[0]!.utcMs)};1\n${clockOf(hours[1]!.utcMs)};1`,
    "a column whose title names EUR/MWh",
  ],
])("are refused with the reason: %s", (_, file, reason) => {
  expect(saying(() => importPrices([file()], "NL"))).toThrow(reason)
})

test("of a file that names its zones, only the one that was asked for is read", () => {
  expect(importPrices([ember()], "BE")).toEqual({ years: [], skipped: [] })
  expect(importPrices([ember()], "NL").years).toHaveLength(1)
})

test("times without their distance to UTC, and answers that are no prices, are refused", () => {
  expect(saying(() => importPrices(["utc_start,eur_per_mwh\n2026-01-01 00:00,5"], "NL"))).toThrow("line 2")
  expect(saying(() => importPrices(['{"unix_seconds":[1,2],"price":[1]}'], "NL"))).toThrow("not a price file")
  expect(saying(() => importPrices([""], "NL"))).toThrow("not a price file")
})

test("prices in another unit than their column names are refused", () => {
  const inUnit = (column: string, factor: number) =>
    [
      `utc_start,${column}`,
      ...hours.map(({ utcMs }) => `${new Date(utcMs).toISOString()},${(20 + (utcMs % 90)) * factor}`),
    ].join("\n")
  expect(saying(() => importPrices([inUnit("eur_per_kwh", 1)], "NL"))).toThrow(
    "line 2: 20000 EUR/MWh is beyond 10000: check the unit that the column names",
  )
  expect(saying(() => importPrices([inUnit("eur_per_mwh", 0.001)], "NL"))).toThrow(
    "prices of NL 2026 are below 1 EUR/MWh in the mean",
  )
  expect(importPrices([inUnit("eur_per_kwh", 0.001)], "NL").years).toHaveLength(1)
})
