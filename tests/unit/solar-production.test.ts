// Indices of this file are in bounds by construction.

import { expect, test } from "bun:test"
import { join } from "node:path"
import fc from "fast-check"
import { chainKwhPerKwp, litHours, type Weather } from "../../domain/site/solar/chain.ts"
import { inverterOutputKwh } from "../../domain/site/solar/inverter.ts"
import { measuredYears, nearestStation, stationWeather } from "../../domain/site/solar/knmi.ts"
import { afterLosses, productionKwhPerKwp, solarYear } from "../../domain/site/solar/production.ts"
import type { Surface } from "../../domain/site/solar/provider.ts"
import { sunVector } from "../../domain/site/solar/sun.ts"
import { sunYear } from "../../domain/site/solar/sunYear.ts"
import { groundShare, skyOnPlaneWm2 } from "../../domain/site/solar/transposition.ts"
import { HOURS_PER_YEAR, hourStartUtcMs, MONTH_START_HOURS } from "../../domain/site/year.ts"
import { withErbsLight } from "../support/erbs.ts"

const RADIANS = Math.PI / 180
const folder = join(import.meta.dir, "../../fixtures/reference/solar")
const json = (name: string) => Bun.file(join(folder, name)).json()
const columns = async (name: string): Promise<Float64Array[]> => {
  const packed = await Bun.file(join(folder, name)).bytes()
  const lines = new TextDecoder().decode(Bun.gunzipSync(packed)).trim().split("\n").slice(1)
  const rows = lines.map(line => line.split(",").map(Number))
  return rows[0]!.map((_, column) => Float64Array.from(rows, row => row[column]!))
}
const total = (values: Float64Array): number => values.reduce((a, b) => a + b, 0)
const monthOf = (values: Float64Array, month: number): number =>
  total(values.subarray(MONTH_START_HOURS[month - 1], MONTH_START_HOURS[month]))

interface ChainCase {
  id: string
  tilt: number
  az_from_north: number
  loss: number
  p_kwh_per_kwp: number
  monthly: number[]
  p_max_w: number
  p_21jun: number[]
}
const cases: ChainCase[] = (await json("chain_cases_pvlib.json")).cases
const [ghiWm2, dniWm2, dhiWm2, airC, windMs] = await columns("pvgis-tmy-45N8E.csv.gz")
const weathers: Record<string, Weather> = {
  // These cases were computed with light split by Erbs.
  knmi260: withErbsLight(stationWeather(nearestStation({ lat: 52.1, lon: 5.18 }, 2019), 2019, 0)),
  // PVGIS gives irradiance at HH:00 + 0.1761 h: an axis that starts this much earlier has its middles there.
  tmy45N8E: {
    lat: 45,
    lon: 8,
    year: 2019,
    offsetHours: 0.5 - 0.1761,
    ghiWm2: ghiWm2!,
    dniWm2: dniWm2!,
    dhiWm2: dhiWm2!,
    airC: airC!,
    windMs: windMs!,
  },
}

test.each(cases)("the chain agrees with pvlib: $id", expected => {
  const hours = chainKwhPerKwp(litHours(weathers[expected.id.split("_")[0]!]!), expected.tilt, expected.az_from_north)
  const left = afterLosses(expected.loss)
  expect(Math.abs((total(hours) * left) / expected.p_kwh_per_kwp - 1)).toBeLessThan(0.001)
  expect(Math.abs((Math.max(...hours) * left * 1000) / expected.p_max_w - 1)).toBeLessThan(0.001)
  expected.monthly.forEach((kwh: number, i: number) => {
    expect(Math.abs(monthOf(hours, i + 1) * left - kwh)).toBeLessThan(0.1)
  })
  expected.p_21jun.forEach((watts: number, i: number) => {
    expect(Math.abs(hours[171 * 24 + i]! * left * 1000 - watts)).toBeLessThan(0.5)
  })
})

test("light on a tilted plane in Denver is within 1 % of PVWatts", async () => {
  const [dniWm2, dhiWm2, expected] = await columns("pvwatts-denver.csv.gz")
  const place = { lat: 39.73, lon: -105.18, year: 1990, offsetHours: -7 }
  const ghiWm2 = sunYear(place).up.map((up, hour) => dniWm2![hour]! * Math.max(0, up) + dhiWm2![hour]!)
  const still = new Float64Array(HOURS_PER_YEAR)
  const lit = litHours({ ...place, ghiWm2, dniWm2: dniWm2!, dhiWm2: dhiWm2!, airC: still, windMs: still })
  const [sinTilt, cosTilt] = [Math.sin(20 * RADIANS), Math.cos(20 * RADIANS)]
  let sum = 0
  for (let i = 0; i < lit.count; i++) {
    const cosIncidence = Math.max(0, lit.up[i]! * cosTilt - lit.north[i]! * sinTilt)
    const sky = [lit.isotropicWm2[i]!, lit.circumsolarWm2[i]!, lit.horizonWm2[i]!] as const
    sum += lit.dniWm2[i]! * cosIncidence + lit.ghiWm2[i]! * groundShare(20)
    sum += skyOnPlaneWm2(...sky, cosIncidence, { skyView: (1 + cosTilt) / 2, sinTilt })
  }
  expect(Math.abs(sum / total(expected!) - 1)).toBeLessThan(0.01)
})

interface Target {
  id: string
  lat: number
  lon: number
  tiltDeg: number
  azimuthDeg: number
  lossesPercent: number
  value: number
  unit: string
  tolerancePercent: string
}
const targets: Target[] = await json("targets.json")
const productionAt = (target: Target): Float64Array => productionKwhPerKwp(target).hoursKwhPerKwp

test.each(targets.filter(t => /_pvgis(_mean)?$/.test(t.id)))("annual yield of $id", target => {
  const kwh = total(productionAt(target)) * afterLosses(target.lossesPercent)
  expect(Math.abs(kwh / target.value - 1)).toBeLessThan(0.06)
})

test.each(targets.filter(t => /_pvgis_m\d\d$/.test(t.id)))("monthly yield of $id", target => {
  const month = Number(target.id.slice(-2))
  const kwh = monthOf(productionAt(target), month) * afterLosses(target.lossesPercent)
  expect(Math.abs(kwh / target.value - 1)).toBeLessThan(month >= 3 && month <= 10 ? 0.08 : 0.15)
})

test.each(targets.filter(t => t.unit === "ratio"))("yield of $id relative to the best roof", target => {
  const best = total(productionAt({ ...target, tiltDeg: 35, azimuthDeg: 180 }))
  // The error is −3.8 and −3.6 % at azimuth 90, and −3.3 to +0.4 % elsewhere. PVGIS has 3 % more on east roofs than on
  // west roofs, but the climatology's monthly means have no time of day. Measured years show no rule to add. Their
  // ratio of east to west is 1.02 at De Bilt and Maastricht, 0.97 on the Dutch coast, 0.97 at 45° N 8° E, 1.00 in the
  // eastern United States, 1.14 in Denver. The remaining error is too much winter sunlight in the climatology, which
  // faces south.
  const tolerance = target.id.endsWith("_90") ? 0.04 : 0.034
  expect(Math.abs(total(productionAt(target)) / best / target.value - 1)).toBeLessThan(tolerance)
})

/** Published by PVGIS-SARAH2: 2018 and 2019 hour by hour; the largest hour of 2010–2019, kW per kWp. */
const rotterdamHours = (await columns("pvgis-rotterdam.csv.gz"))[1]!
const PVGIS_LARGEST_KW = 0.943
const rotterdam: Surface = { lat: 51.95, lon: 4.1, tiltDeg: 40, azimuthDeg: 183 }

test("an inverter gives the hours that PVWatts publishes for its own: at part load and at its limit", async () => {
  const [, , , dcWatts, acWatts] = await columns("pvwatts-denver.csv.gz")
  const [peakKwp, acKw] = [4, 4 / 1.2]
  // PVWatts counts the inverter's mean loss here, we count it in the system losses: 0.96 at full load is 0.9542 in the
  // mean.
  const output = inverterOutputKwh(
    dcWatts!.map(watts => watts / 1000 / peakKwp),
    0.9542,
    { peakKwp, acKw },
  )
  expect(Math.abs((total(output) * 1000) / total(acWatts!) - 1)).toBeLessThan(0.002)
  acWatts!.forEach((watts, hour) => {
    if (watts > 100) expect(Math.abs((output[hour]! * 1000) / watts - 1)).toBeLessThan(0.01)
  })
  expect(Math.max(...output)).toBeCloseTo(Math.max(...acWatts!) / 1000, 3)
  expect(output.filter(kw => kw > acKw - 1e-9).length).toBe(acWatts!.filter(watts => watts > 3333.2).length)
})

test("Denver after PVWatts' losses and inverter is within 7 %", () => {
  const target = targets.find(t => t.id === "denver_pvwatts_rack_ac")!
  const ac = inverterOutputKwh(productionAt(target), afterLosses(target.lossesPercent) * 0.9542, {
    peakKwp: 1,
    acKw: 1 / 1.2,
  })
  expect(Math.abs(total(ac) / target.value - 1)).toBeLessThan(0.07)
})

test("system losses hold the inverter's mean loss: its curve leaves the year as PVGIS has it", () => {
  for (const roof of [
    rotterdam,
    { ...rotterdam, tiltDeg: 10 },
    { lat: 40.4, lon: -3.7, tiltDeg: 30, azimuthDeg: 180 },
  ]) {
    const { hoursKwhPerKwp } = productionKwhPerKwp(roof)
    const output = inverterOutputKwh(hoursKwhPerKwp, afterLosses(14), { peakKwp: 1, acKw: 1 / 1.1 })
    expect(Math.abs(total(output) / (total(hoursKwhPerKwp) * afterLosses(14)) - 1)).toBeLessThan(0.005)
    expect(Math.max(...output)).toBeLessThanOrEqual(1 / 1.1)
  }
})

const quantile = (values: Float64Array, share: number): number => values.toSorted()[Math.floor(share * values.length)]!

test("hours of the measured years are as bright as PVGIS's at Rotterdam: none above its largest, the 99th percentile within 3 %", () => {
  const hours = (year: number) => productionKwhPerKwp(rotterdam, year).hoursKwhPerKwp.map(kwh => kwh * afterLosses(14))
  const all = Float64Array.from(measuredYears().flatMap(year => Array.from(hours(year))))
  for (const values of [all, hours(2023)]) {
    expect(Math.max(...values)).toBeLessThanOrEqual(PVGIS_LARGEST_KW)
    expect(Math.abs(quantile(values, 0.99) / quantile(rotterdamHours, 0.99) - 1)).toBeLessThan(0.03)
  }
})

/** Published hours of 2018 or 2019. */
const rotterdamYear = (year: number): Float64Array =>
  rotterdamHours.subarray((year - 2018) * HOURS_PER_YEAR, (year - 2017) * HOURS_PER_YEAR)

test("light measured at Hoek van Holland, 4 km away, gives what PVGIS has for the same months of the same years, in December too", () => {
  const years = [2018, 2019]
  const ours = years.map(year => {
    const measured = stationWeather(nearestStation({ lat: 51.98, lon: 4.13 }, year), year, 0)
    return chainKwhPerKwp(litHours(measured), rotterdam.tiltDeg, rotterdam.azimuthDeg)
  })
  const sumOf = (hours: Float64Array[], months: number[]): number =>
    total(Float64Array.from(hours.flatMap(each => months.map(month => monthOf(each, month)))))
  const ratio = (months: number[]): number =>
    (sumOf(ours, months) * afterLosses(14)) / sumOf(years.map(rotterdamYear), months)
  // Light split by the Erbs model, which ignores low suns, gave 0.80 in December and 0.83 in the four winter months.
  expect(Math.abs(ratio([12]) - 1)).toBeLessThan(0.05)
  expect(Math.abs(ratio([11, 12, 1, 2]) - 1)).toBeLessThan(0.06)
  expect(Math.abs(ratio([3, 4, 5, 6, 7, 8, 9, 10]) - 1)).toBeLessThan(0.03)
})

test("no upright or tilted roof in the Netherlands or Belgium gives more than PVGIS's largest hour, in any month of any year", () => {
  for (const place of [rotterdam, { lat: 52.1, lon: 5.18 }, { lat: 50.64, lon: 5.57 }, { lat: 51.22, lon: 2.91 }])
    for (const tiltDeg of [15, 35, 60, 90])
      for (const year of measuredYears()) {
        const { hoursKwhPerKwp } = productionKwhPerKwp({ ...place, tiltDeg, azimuthDeg: 180 }, year)
        expect(Math.max(...hoursKwhPerKwp) * afterLosses(14)).toBeLessThanOrEqual(PVGIS_LARGEST_KW)
      }
})

test("sunlight at De Bilt is the long-term mean, in every year", () => {
  const target = targets.find(t => t.id === "debilt_ghi")!
  for (const year of measuredYears()) {
    const ghi = total(solarYear(target.lat, target.lon, year).ghiWm2) / 1000
    expect(Math.abs(ghi / target.value - 1)).toBeLessThan(0.01)
  }
})

test("a south roof in Eindhoven gives 850–1150 kWh/kWp", () => {
  const production = productionKwhPerKwp({ lat: 51.44, lon: 5.48, tiltDeg: 35, azimuthDeg: 180 })
  expect(production.source).toBe("knmi")
  const kwh = total(production.hoursKwhPerKwp) * afterLosses(14)
  expect(kwh).toBeGreaterThan(850)
  expect(kwh).toBeLessThan(1150)
})

test("Belgium has measured weather, and a year that nobody measured is refused", () => {
  expect(productionKwhPerKwp({ lat: 50.64, lon: 5.57, tiltDeg: 35, azimuthDeg: 180 }).station).toBe("Maastricht")
  expect(solarYear(51.2, 2.92, 2009).year).toBe(2009)
  expect(() => solarYear(52.1, 5.18, 2020)).toThrow(/2020/)
})

const surfaces = fc.record({
  lat: fc.double({ min: -90, max: 90, noNaN: true }),
  lon: fc.double({ min: -180, max: 180, noNaN: true }),
  tiltDeg: fc.integer({ min: 0, max: 90 }),
  azimuthDeg: fc.integer({ min: 0, max: 360 }),
})

test("any surface on Earth has a year of finite, plausible hours, dark at night, rounded to float32", () => {
  fc.assert(
    fc.property(surfaces, surface => {
      const { hoursKwhPerKwp } = productionKwhPerKwp(surface)
      const weather = solarYear(surface.lat, surface.lon)
      expect(hoursKwhPerKwp).toHaveLength(HOURS_PER_YEAR)
      for (let hour = 0; hour < HOURS_PER_YEAR; hour++) {
        const kwh = hoursKwhPerKwp[hour]!
        const utcMs = hourStartUtcMs(hour, weather.year, weather.offsetHours) + 1_800_000
        const isNight = sunVector(utcMs, weather.lat, weather.lon).up < -0.02
        if (!(kwh >= 0 && kwh < 1.6) || (isNight && kwh > 0) || Math.fround(kwh) !== kwh) {
          throw new Error(`hour ${hour}: ${kwh} kWh/kWp`)
        }
      }
      expect(total(hoursKwhPerKwp)).toBeLessThan(2800)
    }),
    {
      numRuns: 40,
      examples: [
        // Hours there have a denormal trace of light under a grazing sun.
        [{ lat: -87.11338315117524, lon: -42.12823139691517, tiltDeg: 47, azimuthDeg: 26 }],
        [{ lat: 90, lon: 0, tiltDeg: 90, azimuthDeg: 0 }],
        [{ lat: -90, lon: 180, tiltDeg: 0, azimuthDeg: 360 }],
      ],
    },
  )
})

test("both sides of the date line have the same sunlight", () => {
  const east = solarYear(-17, 180)
  const west = solarYear(-17, -180)
  expect(Math.abs(total(east.ghiWm2) / total(west.ghiWm2) - 1)).toBeLessThan(0.001)
})

test("summer is in June in the north and in December in the south", () => {
  const months = (lat: number, lon: number) => {
    const { ghiWm2 } = solarYear(lat, lon)
    return Array.from({ length: 12 }, (_, i) => monthOf(ghiWm2, i + 1))
  }
  const brightest = (values: number[]) => values.indexOf(Math.max(...values)) + 1
  expect([6, 7]).toContain(brightest(months(48, 11)))
  expect([12, 1]).toContain(brightest(months(-33.9, 151.2)))
  expect(months(-89, 0)[5]).toBe(0)
  expect(months(89, 0)[11]).toBe(0)
})

test("panels that face the equator give most, and a full circle is the same surface", () => {
  for (const [lat, lon, best, worst] of [
    [52.1, 5.18, 180, 0],
    [48, 11, 180, 0],
    [-33.9, 151.2, 0, 180],
  ] as const) {
    const kwh = (azimuthDeg: number) => total(productionKwhPerKwp({ lat, lon, tiltDeg: 40, azimuthDeg }).hoursKwhPerKwp)
    expect(kwh(best)).toBeGreaterThan(kwh(90))
    expect(kwh(90)).toBeGreaterThan(kwh(worst))
    expect(kwh(360)).toBe(kwh(0))
  }
})

test("the same place has the same year, bit for bit, in a fresh process", async () => {
  const surface = { lat: 40.4, lon: -3.7, tiltDeg: 30, azimuthDeg: 170 }
  const here = new Bun.CryptoHasher("sha256").update(productionKwhPerKwp(surface).hoursKwhPerKwp).digest("hex")
  const script = `import { productionKwhPerKwp } from "./domain/site/solar/production.ts"
console.log(new Bun.CryptoHasher("sha256").update(productionKwhPerKwp(${JSON.stringify(surface)}).hoursKwhPerKwp).digest("hex"))`
  const child = Bun.spawn([process.execPath, "-e", script], { cwd: join(import.meta.dir, "../..") })
  expect((await new Response(child.stdout).text()).trim()).toBe(here)
})

test("a synthetic year does not favour east or west by chance", () => {
  for (let lat = -50; lat <= 62; lat += 8) {
    const weather = solarYear(lat, 95)
    const lit = litHours({ ...weather, airC: weather.airC.map(() => 10) })
    const eastOverWest = total(chainKwhPerKwp(lit, 35, 90)) / total(chainKwhPerKwp(lit, 35, 270))
    expect(Math.abs(eastOverWest - 1)).toBeLessThan(0.012)
  }
})

test("synthetic hours are never brighter than a clear sky, and hold the climatology's July", () => {
  const { ghiWm2, lat, lon, year, offsetHours } = solarYear(39.5, -104.5)
  const tooBright = Array.from(ghiWm2.keys()).filter(hour => {
    const { up } = sunVector(hourStartUtcMs(hour, year, offsetHours) + 1_800_000, lat, lon)
    return ghiWm2[hour]! > 1.1 * 1098 * Math.max(0, up)
  })
  expect(tooBright).toEqual([])
  // NASA SSE, centre of the cell 39–40° N 105–104° W: 6.40 kWh/m² on a day in July. The published mean of the United
  // States is 1.05 times SSE's.
  expect(monthOf(ghiWm2, 7) / 31_000).toBeCloseTo(6.4 * 1.05, 2)
})

const published: (Target & { ghiKwhM2: number | null })[] = await json("published-yields.json")

test("the 99th percentile of hours is within 3 % of a PVGIS typical year through the same chain, and within 6 % of PVWatts' hours in Arkansas", async () => {
  const place = { lat: 45, lon: 8, tiltDeg: 35, azimuthDeg: 180 }
  const gain = { direct: 0.969, diffuse: 1.048 }
  const typical = chainKwhPerKwp(litHours(weathers.tmy45N8E!), place.tiltDeg, place.azimuthDeg, gain)
  const { hoursKwhPerKwp } = productionKwhPerKwp(place)
  expect(Math.abs(quantile(hoursKwhPerKwp, 0.99) / quantile(typical, 0.99) - 1)).toBeLessThan(0.03)
  const arkansas = published.find(({ id }) => id === "arkansas_pvwatts_ac")!
  const levelised = (await columns("../reopt/arkansasExistingPv.csv.gz"))[1]!
  // Published as the mean of 25 years of degradation, 0.94224 of the first.
  const expected = quantile(levelised, 0.99) / 0.94224
  const output = inverterOutputKwh(productionAt(arkansas), afterLosses(14) * 0.9542, { peakKwp: 1, acKw: 1 / 1.2 })
  // The year is 1.6 % low and its clear hours are too bright: the model knows no humid air.
  expect(Math.abs(quantile(output, 0.99) / expected - 1)).toBeLessThan(0.06)
})

test("sunlight is within 8 % of the published one", () => {
  for (const { lat, lon, ghiKwhM2 } of published)
    if (ghiKwhM2 !== null) expect(Math.abs(total(solarYear(lat, lon).ghiWm2) / 1000 / ghiKwhM2 - 1)).toBeLessThan(0.08)
})

test("air is as warm as at the height of the towns, not of the mountains around them", () => {
  const meanC = (lat: number, lon: number) => total(solarYear(lat, lon).airC) / HOURS_PER_YEAR
  // PVGIS typical year at 45° N 8° E; NSRDB typical years of Greensboro (TMY3) and 40.01° N 80.02° W (PSM).
  expect(Math.abs(meanC(45, 8) - total(airC!) / HOURS_PER_YEAR)).toBeLessThan(1.5)
  expect(Math.abs(meanC(36.1, -79.95) - 14.4)).toBeLessThan(1.5)
  expect(Math.abs(meanC(40.01, -80.02) - 10)).toBeLessThan(1.5)
  // Boulder, at the foot of the mountains, lies as high as Denver.
  expect(Math.abs(meanC(40.02, -105.27) - meanC(39.74, -104.98))).toBeLessThan(1)
})

test("sunlight has no step at a cell's edge", () => {
  const sun = (lat: number, lon: number) => total(solarYear(lat, lon).ghiWm2)
  for (const [lat, lon] of [
    [34, -118],
    [41, -4],
    [-33, 151],
  ] as const) {
    expect(Math.abs(sun(lat - 0.05, lon) / sun(lat + 0.05, lon) - 1)).toBeLessThan(0.01)
    expect(Math.abs(sun(lat, lon - 0.05) / sun(lat, lon + 0.05) - 1)).toBeLessThan(0.01)
  }
})
