/** Days of a year on which public holidays fall: dates as [month, day], and days after Easter Sunday. */
export interface Holidays {
  dates: readonly (readonly [month: number, day: number])[]
  afterEaster: readonly number[]
  /** The Wednesday before 23 November. */
  hasRepentanceDay?: boolean
  /** The first Saturday from a date on, as [month, day]. */
  saturdaysFrom?: readonly (readonly [month: number, day: number])[]
  /** Days that were not always holidays, or no longer are. */
  changed?: readonly ChangedHoliday[]
}

/** A day that is a holiday in some years: a date as [month, day], or days after Easter Sunday. */
type ChangedHoliday = YearSpan & ({ date: readonly [month: number, day: number] } | { afterEaster: number })

/** First and last calendar year; absent: without beginning, without end. */
interface YearSpan {
  from?: number
  to?: number
}

/** A part of a country, with its additional public holidays. */
interface HolidayRegion extends Holidays {
  /** Name in the local language. */
  name: string
}

export const CORPUS_CHRISTI = 60

const EPIPHANY = [1, 6] as const
const WOMENS_DAY = [3, 8] as const
const ASSUMPTION = [8, 15] as const
const CHILDRENS_DAY = [9, 20] as const
const REFORMATION_DAY = [10, 31] as const
const ALL_SAINTS = [11, 1] as const

/**
 * The German Länder by ISO 3166-2, from 2020 on: days of the whole Land that do not always fall on a Sunday. Days of
 * single communities (Assumption in Bavaria, Corpus Christi in Saxony and Thuringia, the peace feast of Augsburg) are
 * left out.
 */
export const HOLIDAY_REGIONS = {
  "DE-BW": { name: "Baden-Württemberg", dates: [EPIPHANY, ALL_SAINTS], afterEaster: [CORPUS_CHRISTI] },
  "DE-BY": { name: "Bayern", dates: [EPIPHANY, ALL_SAINTS], afterEaster: [CORPUS_CHRISTI] },
  "DE-BE": {
    name: "Berlin",
    dates: [WOMENS_DAY],
    afterEaster: [],
    // 75 and 80 years after the end of the war, and 75 after the rising of 1953.
    changed: [
      { date: [5, 8], from: 2020, to: 2020 },
      { date: [5, 8], from: 2025, to: 2025 },
      { date: [6, 17], from: 2028, to: 2028 },
    ],
  },
  "DE-BB": { name: "Brandenburg", dates: [REFORMATION_DAY], afterEaster: [] },
  "DE-HB": { name: "Bremen", dates: [REFORMATION_DAY], afterEaster: [] },
  "DE-HH": { name: "Hamburg", dates: [REFORMATION_DAY], afterEaster: [] },
  "DE-HE": { name: "Hessen", dates: [], afterEaster: [CORPUS_CHRISTI] },
  "DE-MV": {
    name: "Mecklenburg-Vorpommern",
    dates: [REFORMATION_DAY],
    afterEaster: [],
    changed: [{ date: WOMENS_DAY, from: 2023 }],
  },
  "DE-NI": { name: "Niedersachsen", dates: [REFORMATION_DAY], afterEaster: [] },
  "DE-NW": { name: "Nordrhein-Westfalen", dates: [ALL_SAINTS], afterEaster: [CORPUS_CHRISTI] },
  "DE-RP": { name: "Rheinland-Pfalz", dates: [ALL_SAINTS], afterEaster: [CORPUS_CHRISTI] },
  "DE-SL": { name: "Saarland", dates: [ASSUMPTION, ALL_SAINTS], afterEaster: [CORPUS_CHRISTI] },
  "DE-SN": { name: "Sachsen", dates: [REFORMATION_DAY], afterEaster: [], hasRepentanceDay: true },
  "DE-ST": { name: "Sachsen-Anhalt", dates: [EPIPHANY, REFORMATION_DAY], afterEaster: [] },
  "DE-SH": { name: "Schleswig-Holstein", dates: [REFORMATION_DAY], afterEaster: [] },
  "DE-TH": { name: "Thüringen", dates: [CHILDRENS_DAY, REFORMATION_DAY], afterEaster: [] },
} as const satisfies Record<string, HolidayRegion>

const regions: Readonly<Record<string, HolidayRegion>> = HOLIDAY_REGIONS

/** The part of a country that an ISO 3166-2 code names; undefined without known holidays of its own. */
export const holidayRegion = (code: string): HolidayRegion | undefined => regions[code]
