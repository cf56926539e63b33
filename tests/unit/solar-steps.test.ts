import { expect, test } from "bun:test"
import { join } from "node:path"
import { diffuseWm2, directTransmittance, directWm2 } from "../../domain/site/solar/decomposition.ts"
import { heatingPerWm2, moduleTemperatureC, powerKwPerKwp } from "../../domain/site/solar/module.ts"
import { beamTransmittance, diffuseTransmittance } from "../../domain/site/solar/reflection.ts"
import {
  dailyExtraterrestrialKwhM2,
  dayOfYear,
  extraterrestrialWm2,
  relativeAirMass,
  sunPosition,
  sunVector,
} from "../../domain/site/solar/sun.ts"
import { sunYear } from "../../domain/site/solar/sunYear.ts"
import {
  circumsolarDivisor,
  circumsolarShare,
  groundShare,
  horizonShare,
  perezClass,
  skyOnPlaneWm2,
} from "../../domain/site/solar/transposition.ts"
import { HOURS_PER_YEAR, hourStartUtcMs } from "../../domain/site/year.ts"

const RADIANS = Math.PI / 180
const vectors = await Bun.file(join(import.meta.dir, "../../fixtures/reference/solar/unit_vectors_pvlib.json")).json()

test("the sun's position is that of SPA, within 0.02°", () => {
  for (const expected of vectors.solar_position) {
    const utcMs = Date.parse(expected.utc)
    const sun = sunPosition(sunVector(utcMs, expected.lat, expected.lon))
    expect(Math.abs(sun.zenithDeg - expected.zenith)).toBeLessThan(0.02)
    expect(Math.abs(sun.apparentZenithDeg - expected.apparent_zenith)).toBeLessThan(0.02)
    expect(Math.abs(sun.azimuthDeg - expected.azimuth_from_north)).toBeLessThan(0.02)
    expect(extraterrestrialWm2(dayOfYear(utcMs))).toBeCloseTo(expected.dni_extra_spencer, 3)
  }
})

test("the sun's position is that of NREL's published example, within 0.02°", () => {
  const expected = vectors.nrel_spa_reference
  const sun = sunPosition(sunVector(Date.parse(expected.local), expected.lat, expected.lon))
  expect(Math.abs(sun.apparentZenithDeg - expected.zenith)).toBeLessThan(0.02)
  expect(Math.abs(sun.azimuthDeg - expected.azimuth_from_north)).toBeLessThan(0.02)
})

test("the sun of a year is the sun of each of its hours, at any standard time", () => {
  for (const [lat, lon, year, offsetHours] of [
    [52.1, 5.18, 2023, 1],
    [27.7, 85.3, 2024, 5.75],
    [-17.5, -149.6, 2020, -10],
    [1.9, -157.4, 2023, 14],
  ] as const) {
    const sun = sunYear({ lat, lon, year, offsetHours })
    for (let hour = 0; hour < HOURS_PER_YEAR; hour++) {
      const utcMs = hourStartUtcMs(hour, year, offsetHours) + 1_800_000
      const { east, north, up } = sunVector(utcMs, lat!, lon!)
      const miss = Math.abs(sun.east[hour]! - east) + Math.abs(sun.north[hour]! - north) + Math.abs(sun.up[hour]! - up)
      if (!(miss < 1e-9) || sun.extraWm2[hour] !== extraterrestrialWm2(dayOfYear(utcMs)))
        throw new Error(`hour ${hour} at ${offsetHours}: ${miss}`)
    }
  }
})

test("a year of extraterrestrial energy agrees with the sum of its hours", () => {
  for (const lat of [-89, -40, 0, 52, 75]) {
    let hours = 0
    let days = 0
    for (let day = 1; day <= 365; day++) {
      days += dailyExtraterrestrialKwhM2(lat, day)
      for (let hour = 0; hour < 24; hour++) {
        const { up } = sunVector(Date.UTC(2023, 0, day, hour, 30), lat, 0)
        hours += (extraterrestrialWm2(day) * Math.max(0, up)) / 1000
      }
    }
    expect(Math.abs(days / hours - 1)).toBeLessThan(0.01)
  }
})

test("DISC splits the light", () => {
  // Published with pvlib's tests, at sea level: sunlight, zenith, clearness, air mass, and the direct part of the
  // sunlight.
  const published = [
    { ghi: 1038.62, zenith: 10.567, clearness: 0.79742, airMass: 1.01664, dni: 868.72425 },
    { ghi: 254.53, zenith: 72.469, clearness: 0.63776, airMass: 3.28463, dni: 680.66679 },
  ]
  for (const { ghi, zenith, clearness, airMass, dni } of published) {
    const cosZenith = Math.cos(zenith * RADIANS)
    const extraWm2 = ghi / (clearness * cosZenith)
    const direct = directWm2(ghi, cosZenith, extraWm2, airMass)
    expect(Math.abs(direct / dni - 1)).toBeLessThan(1e-4)
    expect(diffuseWm2(ghi, direct, cosZenith)).toBeCloseTo(ghi - direct * cosZenith, 6)
  }
  // A sun lower than 3° gives diffuse light only; direct light is never negative and never above the total.
  expect(directWm2(20, Math.cos(88 * RADIANS), 1366, 20)).toBe(0)
  expect(diffuseWm2(20, 0, Math.cos(88 * RADIANS))).toBe(20)
  // The model has no transmittance beyond 12 air masses.
  expect(directTransmittance(0.4, 15)).toBe(directTransmittance(0.4, 12))
  expect(directTransmittance(0.4, 12)).toBeLessThan(directTransmittance(0.4, 11))
  for (let ghi = 0; ghi <= 1400; ghi += 20)
    for (let zenith = 0; zenith < 87; zenith += 3) {
      const cosZenith = Math.cos(zenith * RADIANS)
      const direct = directWm2(ghi, cosZenith, 1366, relativeAirMass(zenith))
      expect(direct).toBeGreaterThanOrEqual(0)
      expect(direct * cosZenith).toBeLessThanOrEqual(ghi + 1e-9)
    }
})

test("Perez brings light onto a plane", () => {
  for (const c of vectors.transposition) {
    const cosZenith = Math.cos(c.zenith * RADIANS)
    const tilt = c.tilt * RADIANS
    const incidence =
      cosZenith * Math.cos(tilt) + Math.sin(c.zenith * RADIANS) * Math.sin(tilt) * Math.cos((c.sun_az - c.az) * RADIANS)
    const cosIncidence = Math.max(0, incidence)
    const airMass = relativeAirMass(c.zenith)
    expect(airMass).toBeCloseTo(c.airmass_kasten_young, 4)
    const zenith = c.zenith * RADIANS
    const group = perezClass(c.dhi, c.dni, zenith)
    const brightness = (c.dhi * airMass) / c.dni_extra
    const circumsolar = circumsolarShare(group, brightness, zenith)
    const onPlane = skyOnPlaneWm2(
      c.dhi * (1 - circumsolar),
      (c.dhi * circumsolar) / circumsolarDivisor(cosZenith),
      c.dhi * horizonShare(group, brightness, zenith),
      cosIncidence,
      { skyView: (1 + Math.cos(tilt)) / 2, sinTilt: Math.sin(tilt) },
    )
    expect(onPlane).toBeCloseTo(c.sky_diffuse_perez1990, 2)
    expect(c.dni * cosIncidence).toBeCloseTo(c.poa_beam, 2)
    expect(c.ghi * groundShare(c.tilt)).toBeCloseTo(c.ground_albedo02, 2)
  }
})

test("Martin and Ruiz lose light at the glass", () => {
  const beam = vectors.iam_martin_ruiz_ar016
  beam.aoi.forEach((angle: number, i: number) => {
    expect(beamTransmittance(Math.cos(angle * RADIANS))).toBeCloseTo(beam.iam[i], 5)
  })
  const diffuse = vectors.iam_martin_ruiz_diffuse_ar016
  diffuse.tilt.forEach((tilt: number, i: number) => {
    const passed = diffuseTransmittance(tilt)
    expect(Math.abs(passed.sky - diffuse.sky[i])).toBeLessThan(2e-5)
    expect(Math.abs(passed.ground - diffuse.ground[i])).toBeLessThan(2e-5)
  })
})

test("Faiman warms the panel and Huld rates it", () => {
  const faiman = vectors["faiman_u26.9_6.2"]
  faiman.poa.forEach((poa: number, i: number) => {
    const moduleC = moduleTemperatureC(poa, faiman.t_air[i], heatingPerWm2(faiman.wind[i]))
    expect(moduleC).toBeCloseTo(faiman.t_mod[i], 3)
  })
  const huld = vectors.huld_pvgis5_csi
  huld.g_eff.forEach((effective: number, i: number) => {
    expect(powerKwPerKwp(effective, huld.t_mod[i]) * 1000).toBeCloseTo(huld.p_per_kwp[i], 3)
  })
  for (const dark of [0, Number.MIN_VALUE, 1e-300]) expect(powerKwPerKwp(dark, 25)).toBe(0)
})
