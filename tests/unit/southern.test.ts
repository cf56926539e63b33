import { expect, test } from "bun:test"
import { prepareCase } from "../../domain/case/prepare.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { templateBase } from "../../domain/site/profiles/base.ts"
import { solarProduction } from "../../domain/site/profiles/solarConfig.ts"
import { newSource } from "../../domain/site/profiles/sources.ts"
import { productionKwhPerKwp } from "../../domain/site/solar/production.ts"
import { MONTH_START_HOURS } from "../../domain/site/year.ts"
import { noteTexts } from "../../domain/texts/notes.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"

const sydney = { lat: -33.87, lon: 151.2 }
const hamburg = { lat: 53.55, lon: 10 }
const home = { inputMethod: "known", yearlyKwh: 4000, yearlyKwhBasis: "used", loadProfile: "household-mean" }
const roof = { maxPanelCount: 10, panelPowerWatts: 400 }
const parsed = (request: object) => parseEarlierRequest({ ...home, ...request }, standardProfileKeys)
const monthOf = (hours: Float64Array, month: number) =>
  hours.subarray(MONTH_START_HOURS[month - 1], MONTH_START_HOURS[month]).reduce((a, b) => a + b, 0)

test("a roof without a direction faces the equator", () => {
  const request = (location: object) =>
    parsed({
      location,
      newPv: [roof, { ...roof, orientationAngle: 90 }],
      existingPv: [{ panelCount: 4, panelPowerWatts: 300 }],
    })
  const angles = ({ newPv, existingPv }: ReturnType<typeof request>) =>
    [...newPv, ...existingPv].map(({ orientationAngle }) => orientationAngle)
  expect(angles(request(sydney))).toEqual([0, 90, 0])
  expect(angles(request(hamburg))).toEqual([180, 90, 180])
  expect(angles(request({ lat: 0, lon: 30 }))).toEqual([180, 90, 180])
})

test("so does a surface of a studio profile", async () => {
  const asked: number[] = []
  const provider = (surface: Parameters<typeof productionKwhPerKwp>[0]) => {
    asked.push(surface.azimuthDeg)
    return productionKwhPerKwp(surface)
  }
  const config = { panelCount: 10, panelPowerWatts: 400 }
  const south = await solarProduction(config, sydney, provider)
  const north = await solarProduction({ ...config, azimuth: 180 }, sydney, provider)
  await solarProduction(config, hamburg, provider)
  expect(asked).toEqual([0, 180, 180])
  expect(south.config.annualProductionKwh!).toBeGreaterThan(1.3 * north.config.annualProductionKwh!)
})

test("a standard profile has its winter in July south of the equator, the same year's sum and weekdays, and a note", () => {
  const southern = prepareCase(parsed({ location: sydney }))
  const northern = prepareCase(parsed({ location: hamburg }))
  expect(southern.loadKwh.reduce((a, b) => a + b, 0)).toBeCloseTo(4000, 6)
  expect(monthOf(southern.loadKwh, 7)).toBeGreaterThan(1.1 * monthOf(southern.loadKwh, 1))
  expect(monthOf(northern.loadKwh, 1)).toBeGreaterThan(1.1 * monthOf(northern.loadKwh, 7))
  const halfYear = 26 * 7 * 24
  for (const hour of [0, 1000, 4000]) expect(southern.loadKwh[hour]).toBeCloseTo(northern.loadKwh[hour + halfYear]!, 12)
  const ofProfile = (notes: typeof southern.notes) => noteTexts(notes, "en").filter(text => /load profile/.test(text))
  expect(ofProfile(southern.notes)).toHaveLength(1)
  expect(ofProfile(northern.notes)).toHaveLength(0)
})

test("so has a template of a studio profile, and what fills the gaps of a meter file", () => {
  const winterShare = (hours: ArrayLike<number>) =>
    monthOf(Float64Array.from(hours), 7) / monthOf(Float64Array.from(hours), 1)
  const template = (lat: number) => templateBase({ templateId: "stel" }, { year: 2023, lat }).hours.kwh
  expect(winterShare(template(sydney.lat))).toBeGreaterThan(1.1)
  expect(winterShare(template(hamburg.lat))).toBeLessThan(0.9)
  const source = newSource(
    "s",
    { sourceType: "standard-profile", profileKey: "household-mean" },
    { year: 2023, ...sydney },
  )
  expect(winterShare(source.hours.kwh)).toBeGreaterThan(1.1)
})
