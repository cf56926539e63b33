import { expect, test } from "bun:test"
import fc from "fast-check"
import { surfaceKey, surfaceOf } from "../../domain/case/jobInputs.ts"
import { liveCaseOf, packLiveCase, unpackLiveCase } from "../../domain/case/live/liveCase.ts"
import { prepareCase } from "../../domain/case/prepare.ts"
import { parseScanRequest } from "../../domain/request/input.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { countryAt } from "../../domain/site/geo/site.ts"
import { litHours } from "../../domain/site/solar/chain.ts"
import { productionKwhPerKwp, shadeOfQuarters, solarYear } from "../../domain/site/solar/production.ts"
import { productionQuarters, skyQuarters } from "../../domain/site/solar/productionQuarters.ts"
import { pvgisProvider } from "../../domain/site/solar/pvgis.ts"
import { hidingShade, normalOf, sentHorizon, shadeOf, skylineOf, skyViewOf } from "../../domain/site/solar/shade.ts"
import { shadedHours } from "../../domain/site/solar/shadedLight.ts"
import { hourlyKwh } from "../../domain/site/steps.ts"
import { hourStartUtcMs } from "../../domain/site/year.ts"
import { curveKey } from "../../store/pvgisCurves.ts"
import { casesOf } from "../support/cases.ts"

/** Shade of horizon and obstacles. */

const UTRECHT = { lat: 52.1, lon: 5.1 }
const RADIANS = Math.PI / 180
const ROOF = { ...UTRECHT, tiltDeg: 35, azimuthDeg: 180 }
const total = (values: ArrayLike<number>): number => Array.from(values).reduce((sum, value) => sum + value, 0)
const yieldOf = (horizon: readonly number[], obstacles: Parameters<typeof shadeOf>[1] = [], roof = ROOF): number => {
  const shade = shadeOf(horizon, obstacles)
  return total(productionKwhPerKwp({ ...roof, ...(shade ? { shade } : {}) }).hoursKwhPerKwp)
}

/** PVGIS's horizon of Albuquerque, from pvlib's test_read_pvgis_horizon.csv (BSD-3): 48 directions from north. */
const ALBUQUERQUE = [
  ...[9.9, 13, 14.5, 15.7, 14.9, 15.3, 15.7, 15.7, 13, 11.5, 11.1, 11.5, 10.3, 11.5, 10.3, 9.5],
  ...[10.7, 11.8, 11.8, 8.8, 8.4, 7.3, 5.7, 5.7, 4.6, 3.4, 0.8, 0, 0, 0, 0, 0],
  ...[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1.1, 1.9, 3.8, 5, 6.5, 9.2],
]

/** Unit vector to the sun by Spencer's series of declination and equation of time (1971), without refraction. */
const spencerSun = (utcMs: number, { lat, lon }: typeof UTRECHT) => {
  const day = (utcMs - Date.UTC(new Date(utcMs).getUTCFullYear(), 0, 1)) / 86_400_000
  const b = (2 * Math.PI * Math.floor(day)) / 365
  const [c1, s1, c2, s2, c3, s3] = [1, 2, 3].flatMap(n => [Math.cos(n * b), Math.sin(n * b)]) as number[]
  const declination =
    0.006918 - 0.399912 * c1! + 0.070257 * s1! - 0.006758 * c2! + 0.000907 * s2! - 0.002697 * c3! + 0.00148 * s3!
  const minutes = 229.18 * (0.000075 + 0.001868 * c1! - 0.032077 * s1! - 0.014615 * c2! - 0.04089 * s2!)
  const angle = ((day % 1) * 24 - 12 + lon / 15 + minutes / 60) * 15 * RADIANS
  const [sinLat, cosLat] = [Math.sin(lat * RADIANS), Math.cos(lat * RADIANS)]
  return {
    east: -Math.cos(declination) * Math.sin(angle),
    north: cosLat * Math.sin(declination) - sinLat * Math.cos(declination) * Math.cos(angle),
    up: sinLat * Math.sin(declination) + cosLat * Math.cos(declination) * Math.cos(angle),
  }
}

/** Elevation of a horizon at an azimuth, both in degrees. */
const between = (horizon: readonly number[], azimuthDeg: number): number => {
  const at = (azimuthDeg * horizon.length) / 360
  const share = at % 1
  return horizon[Math.floor(at) % horizon.length]! * (1 - share) + horizon[Math.ceil(at) % horizon.length]! * share
}

test("direct light by minutes of another sun position is the same within 0.2 % of its year", () => {
  const weather = solarYear(UTRECHT.lat, UTRECHT.lon)
  const lit = litHours(weather)
  for (const azimuthDeg of [100, 180, 250]) {
    const normal = normalOf(40, azimuthDeg)
    const shade = { horizon: ALBUQUERQUE.map(degrees => 4 * degrees), obstacles: [] }
    const shaded = shadedHours(lit, { tiltDeg: 40, azimuthDeg, shade })
    const direct = ({ dniWm2 }: typeof lit, i: number) =>
      dniWm2[i]! * Math.max(0, lit.east[i]! * normal.east + lit.north[i]! * normal.north + lit.up[i]! * normal.up)
    let [ours, minutely, open] = [0, 0, 0]
    for (let i = 0; i < lit.count; i++) {
      let [free, all] = [0, 0]
      for (let minute = 0; minute < 60; minute++) {
        const start = hourStartUtcMs(lit.hour[i]!, weather.year, weather.offsetHours)
        const { east, north, up } = spencerSun(start + (minute + 0.5) * 60_000, weather)
        const incidence = Math.max(0, east * normal.east + north * normal.north + up * normal.up)
        if (up <= 0) continue
        const light = incidence * Math.exp(-0.059 / up)
        const azimuth = (Math.atan2(east, north) / RADIANS + 360) % 360
        all += light
        if (Math.asin(up) / RADIANS >= between(shade.horizon, azimuth)) free += light
      }
      ours += direct(shaded, i)
      open += direct(lit, i)
      minutely += all > 0 ? direct(lit, i) * (free / all) : direct(lit, i)
    }
    expect(minutely).toBeLessThan(0.98 * open)
    expect(Math.abs(ours - minutely) / open).toBeLessThan(0.002)
  }
})

test("the view of a flat plane over an even horizon is the square of its cosine", () => {
  for (const degrees of [0, 0.4, 5, 10, 30, 60, 90]) {
    const { sky } = skyViewOf(
      skylineOf({ horizon: [degrees, degrees, degrees, degrees], obstacles: [] }),
      normalOf(0, 0),
    )
    expect(sky).toBeCloseTo(Math.cos(degrees * RADIANS) ** 2, 3)
  }
})

test("a wall of full width in front of an upright plane hides the light that its angle says", () => {
  // An upright plane over an even horizon of 45 degrees keeps (1/2 - 1/π) / (1/2) of its light: the integral of
  // cos² from 45 to 90 degrees over the integral from 0.
  const { sky, band } = skyViewOf(skylineOf({ horizon: [45, 45, 45, 45], obstacles: [] }), normalOf(90, 180))
  expect(sky).toBeCloseTo((Math.PI / 4 - 0.5) / (Math.PI / 2), 3)
  expect(band).toBe(0)
})

test("obstacles have the angles of their size and distance", () => {
  const skyline = skylineOf({ horizon: [], obstacles: [{ azimuth: 0, widthM: 20, heightM: 10, distanceM: 10 }] })
  expect(skyline[0]! / RADIANS).toBeCloseTo(45, 1)
  expect(skyline[719]! / RADIANS).toBeCloseTo(45, 1)
  // Its edge is 45 degrees aside: the wall is further away there.
  expect(skyline[89]! / RADIANS).toBeCloseTo(Math.atan(Math.SQRT1_2) / RADIANS, 0)
  expect(skyline[91]).toBe(0)
  expect(sentHorizon({ horizon: ALBUQUERQUE, obstacles: [] })[60]).toBeCloseTo(4.6, 0)
})

test("no shade, a horizon of zeros and an empty list leave every bit", () => {
  const open = productionKwhPerKwp(ROOF).hoursKwhPerKwp
  for (const shade of [shadeOf(), shadeOf([], []), shadeOf([0, 0, 0, 0], [])]) {
    expect(hidingShade(shade)).toBeUndefined()
    expect(productionKwhPerKwp({ ...ROOF, ...(shade ? { shade } : {}) }).hoursKwhPerKwp).toEqual(open)
  }
  const least = { horizon: [0, 0, 0, 0], obstacles: [{ azimuth: 0, widthM: 0.1, heightM: 0.1, distanceM: 10_000 }] }
  const { hoursKwhPerKwp, shadeLossKwhPerKwp } = productionKwhPerKwp({ ...ROOF, shade: least })
  expect(total(hoursKwhPerKwp)).toBeCloseTo(total(open), 2)
  expect(shadeLossKwhPerKwp).toBeCloseTo(0, 2)
})

test("a higher horizon or one more obstacle never yields more", () => {
  const obstacle = fc.record({
    azimuth: fc.double({ min: 0, max: 360, noNaN: true }),
    widthM: fc.double({ min: 0.1, max: 100, noNaN: true }),
    heightM: fc.double({ min: 0.1, max: 30, noNaN: true }),
    distanceM: fc.double({ min: 0.5, max: 100, noNaN: true }),
  })
  const horizon = fc.array(fc.double({ min: 0, max: 60, noNaN: true }), { minLength: 4, maxLength: 36 })
  fc.assert(
    fc.property(
      horizon,
      fc.double({ min: 0, max: 30, noNaN: true }),
      obstacle,
      fc.constantFrom(0, 20, 60, 90),
      fc.constantFrom(0, 90, 180, 270),
      (low, more, wall, tiltDeg, azimuthDeg) => {
        const roof = { ...UTRECHT, tiltDeg, azimuthDeg }
        const [open, lower] = [yieldOf([], [], roof), yieldOf(low, [], roof)]
        const higher = yieldOf(
          low.map(degrees => Math.min(90, degrees + more)),
          [],
          roof,
        )
        expect(lower).toBeLessThanOrEqual(open)
        expect(higher).toBeLessThanOrEqual(lower)
        expect(yieldOf(low, [wall], roof)).toBeLessThanOrEqual(lower)
      },
    ),
    { numRuns: casesOf(60, 12) },
  )
})

test("an obstacle behind the sun takes diffuse light only", () => {
  const lit = litHours(solarYear(UTRECHT.lat, UTRECHT.lon))
  const north = { horizon: [], obstacles: [{ azimuth: 0, widthM: 10, heightM: 5, distanceM: 10 }] }
  const shaded = shadedHours(lit, { tiltDeg: 10, azimuthDeg: 0, shade: north })
  expect(shaded.dniWm2).toEqual(lit.dniWm2)
  expect(total(shaded.isotropicWm2)).toBeLessThan(0.99 * total(lit.isotropicWm2))
  expect(shaded.ghiWm2).toBe(lit.ghiWm2)
})

test("quarters of an hour follow the shade within it", () => {
  const shade = { horizon: [], obstacles: [{ azimuth: 180, widthM: 8, heightM: 8, distanceM: 8 }] }
  const surface = { ...ROOF, shade }
  const sky = skyQuarters(UTRECHT.lat, UTRECHT.lon, 1)
  const left = shadeOfQuarters(surface)!
  const hours = productionKwhPerKwp(surface).hoursKwhPerKwp
  const quarters = productionQuarters(
    hours,
    sky.map((light, quarter) => light * left[quarter]!),
  )
  const even = productionQuarters(hours, sky)
  hourlyKwh(quarters).forEach((kwh, hour) => {
    expect(Math.abs(kwh - hours[hour]!)).toBeLessThan(1e-9)
  })
  // Quarters in deep shade have less than even quarters of the same hour.
  const split = Array.from({ length: 8760 }, (_, hour) => hour).filter(hour => {
    const part = left.subarray(4 * hour, 4 * hour + 4)
    return Math.min(...part) < 0.4 && Math.max(...part) > 0.95 && hours[hour]! > 0.05
  })
  expect(split.length).toBeGreaterThan(50)
  const inShade = (kwh: Float64Array) =>
    split.reduce((sum, hour) => {
      const part = left.subarray(4 * hour, 4 * hour + 4)
      return sum + kwh[4 * hour + part.indexOf(Math.min(...part))]!
    }, 0)
  expect(inShade(quarters)).toBeLessThan(0.6 * inShade(even))
  expect(shadeOfQuarters(ROOF)).toBeUndefined()
})

const request = (more: object) =>
  parseScanRequest(
    {
      ...{ location: UTRECHT, inputMethod: "known", yearlyKwh: 3500, tariff: { type: "flat", flatEurPerKwh: 0.3 } },
      ...more,
    },
    standardProfileKeys,
    countryAt,
  )
const wall = { azimuth: 180, widthM: 10, heightM: 6, distanceM: 8 }

test("a case has the loss of each system, with a note; without shade it has neither", () => {
  const roof = { maxPanelCount: 10, panelPowerWatts: 430 }
  const today = { panelCount: 4, panelPowerWatts: 300 }
  const open = prepareCase(request({ newPv: [roof], existingPv: [today] }))
  expect(open.roofs[0]!.shadeLossKwhPerPanel).toBeUndefined()
  expect(JSON.stringify(open.notes)).not.toContain("shade-counted")
  const shaded = prepareCase(request({ newPv: [{ ...roof, obstacles: [wall] }, roof], existingPv: [today] }))
  const [behindWall, free] = shaded.roofs
  expect(free!.productionKwhPerPanel).toEqual(open.roofs[0]!.productionKwhPerPanel)
  expect(free!.shadeLossKwhPerPanel).toBeUndefined()
  const lostKwh = total(open.roofs[0]!.productionKwhPerPanel) - total(behindWall!.productionKwhPerPanel)
  expect(behindWall!.shadeLossKwhPerPanel).toBeGreaterThan(50)
  // The inverter and its limit follow.
  expect(behindWall!.shadeLossKwhPerPanel! / lostKwh).toBeCloseTo(1, 1)
  expect(JSON.stringify(shaded.notes)).toContain("shade-counted")
  const hills = prepareCase(request({ horizon: ALBUQUERQUE, newPv: [roof], existingPv: [today] }))
  expect(hills.existing[0]!.shadeLossKwh).toBeGreaterThan(0)
  expect(hills.roofs[0]!.shadeLossKwhPerPanel).toBeGreaterThan(0)
})

test("a case in quarters has the shade in its quarters", () => {
  const roof = { maxPanelCount: 10, panelPowerWatts: 430, obstacles: [wall] }
  const hourly = prepareCase(request({ newPv: [roof] }))
  const quarters = prepareCase(request({ newPv: [roof], resolution: "quarter" }))
  const kwh = quarters.roofs[0]!.productionKwhPerPanel
  expect(total(kwh)).toBeCloseTo(total(hourly.roofs[0]!.productionKwhPerPanel), 6)
  const ofOpen = prepareCase(request({ newPv: [{ ...roof, obstacles: [] }], resolution: "quarter" }))
  const roughness = (values: Float64Array) =>
    total(values.map((each, at) => Math.abs(each - (values[at + 1] ?? 0)))) / total(values)
  expect(roughness(kwh)).toBeGreaterThan(roughness(ofOpen.roofs[0]!.productionKwhPerPanel))
})

test("a live case has the production, quarters and losses of the service", () => {
  const roof = { maxPanelCount: 10, panelPowerWatts: 430, obstacles: [wall] }
  for (const resolution of ["hour", "quarter"]) {
    const input = request({
      horizon: ALBUQUERQUE,
      newPv: [roof],
      resolution: resolution === "hour" ? "auto" : resolution,
    })
    const kept = { id: "scan", input, root: input, steps: [], solver: { sizingTolerance: 1e-4, budgetMs: 1 } }
    const live = unpackLiveCase(packLiveCase(liveCaseOf(kept, {})).buffer)
    const [here, there] = [prepareCase(input), prepareCase(live.input, live.inputs)]
    expect(there.roofs[0]!.productionKwhPerPanel).toEqual(here.roofs[0]!.productionKwhPerPanel)
    expect(there.roofs[0]!.shadeLossKwhPerPanel).toBe(here.roofs[0]!.shadeLossKwhPerPanel!)
  }
})

test("a live case has the loss of the weather year of its provider", () => {
  const input = request({ newPv: [{ maxPanelCount: 10, panelPowerWatts: 430, obstacles: [wall] }] })
  const { shadeLossKwhPerKwp: _, ...production } = productionKwhPerKwp(ROOF)
  const provided = { ...production, source: "pvgis" as const, weatherYear: 2018 }
  const productions = new Map([[surfaceKey(surfaceOf(input, input.newPv[0]!)), provided]])
  const kept = { id: "scan", input, root: input, steps: [], solver: { sizingTolerance: 1e-4, budgetMs: 1 } }
  const live = liveCaseOf(kept, { productions })
  const [here, there] = [prepareCase(input, { productions }), prepareCase(live.input, live.inputs)]
  expect(there.roofs[0]!.shadeLossKwhPerPanel).toBe(here.roofs[0]!.shadeLossKwhPerPanel!)
})

test("an obstacle never raises the production of PVGIS, which keeps its own hills", async () => {
  const asked: { horizon?: readonly number[] }[] = []
  // Hills of the server take half of the light; a stated horizon replaces them.
  const provide = pvgisProvider(async query => {
    asked.push(query)
    const utcMs = Float64Array.from({ length: 8760 }, (_, hour) => Date.UTC(2019, 0, 1, hour, 10))
    const light = query.horizon ? 1 : 0.5
    return { utcMs, powerKwPerKwp: utcMs.map((_, hour) => (hour % 24 > 7 ? light : 0)), database: "made" }
  }, 2019)
  const [open, behind, stated] = await Promise.all([
    provide(ROOF),
    provide({ ...ROOF, shade: { horizon: [], obstacles: [wall] } }),
    provide({ ...ROOF, shade: { horizon: [0, 0, 0, 0], obstacles: [] } }),
  ])
  expect(behind.hoursKwhPerKwp.every((kwh, hour) => kwh <= open.hoursKwhPerKwp[hour]!)).toBe(true)
  expect(total(behind.hoursKwhPerKwp)).toBeLessThan(0.999 * total(open.hoursKwhPerKwp))
  expect(total(stated.hoursKwhPerKwp)).toBeCloseTo(2 * total(open.hoursKwhPerKwp), 3)
  expect(asked.map(({ horizon }) => horizon?.every(degrees => degrees === 0))).toEqual([undefined, undefined, true])
})

test("curves of any shade have short keys of their own", () => {
  const horizon = Array.from({ length: 360 }, (_, i) => 10 + i / 7)
  const [first, second] = [horizon, horizon.toReversed()].map(each =>
    curveKey({ ...ROOF, shade: { horizon: each, obstacles: [] } }),
  )
  expect(first).not.toBe(second!)
  expect(first!.length).toBeLessThan(200)
  const flat = request({ horizon: [0, 0, 0, 0], newPv: [{ maxPanelCount: 10, panelPowerWatts: 430 }] })
  const open = request({ newPv: [{ maxPanelCount: 10, panelPowerWatts: 430 }] })
  const [ofFlat, ofOpen] = [flat, open].map(input => surfaceOf(input, input.newPv[0]!))
  expect(curveKey(ofFlat!)).not.toBe(curveKey(ofOpen!))
})

test("a PVGIS server gets the skyline as its user horizon, and the loss comes from the built-in model", async () => {
  const asked: unknown[] = []
  const provide = pvgisProvider(async query => {
    asked.push(query)
    throw new Error("no server")
  })
  const shade = { horizon: ALBUQUERQUE, obstacles: [] }
  for (const surface of [ROOF, { ...ROOF, shade }]) await Promise.resolve(provide(surface)).catch(() => {})
  expect(asked).toEqual([
    expect.not.objectContaining({ horizon: expect.anything() }),
    expect.objectContaining({ horizon: sentHorizon(shade) }),
  ])
  const open = request({ newPv: [{ maxPanelCount: 10, panelPowerWatts: 430 }] })
  const shaded = request({ horizon: ALBUQUERQUE, newPv: [{ maxPanelCount: 10, panelPowerWatts: 430 }] })
  expect(surfaceKey(surfaceOf(shaded, shaded.newPv[0]!))).not.toBe(surfaceKey(surfaceOf(open, open.newPv[0]!)))
  const { shadeLossKwhPerKwp: _, ...production } = productionKwhPerKwp(ROOF)
  const productions = new Map([
    [surfaceKey(surfaceOf(shaded, shaded.newPv[0]!)), { ...production, source: "pvgis" as const }],
  ])
  const prepared = prepareCase(shaded, { productions })
  expect(prepared.roofs[0]!.shadeLossKwhPerPanel).toBeCloseTo(prepareCase(shaded).roofs[0]!.shadeLossKwhPerPanel!, 6)
  expect(JSON.stringify(prepared.notes)).toContain('"byPvgis":true')
})
