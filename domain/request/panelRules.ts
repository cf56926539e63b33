import { type Violation, violation } from "../base/validation/violation.ts"
import type { ProfilePanels } from "../site/profiles/panels.ts"
import type { ExistingPvInput } from "./request.ts"

/** Largest differences between the same panels: relative power, and tilt or azimuth in degrees. */
const MAX_POWER_DIFFERENCE = 0.02
const MAX_ANGLE_DIFFERENCE_DEG = 5
/** Resolution of the sums of power: this number of steps up to the power of the surface. */
const STEPS_OF_SUM = 400

interface Direction {
  tiltDeg: number
  azimuthDeg: number
}

const isAlike = (direction: Direction, other: Direction): boolean => {
  const apartDeg = Math.abs(direction.azimuthDeg - other.azimuthDeg) % 360
  const areFlat = direction.tiltDeg === 0 && other.tiltDeg === 0
  return (
    Math.abs(direction.tiltDeg - other.tiltDeg) <= MAX_ANGLE_DIFFERENCE_DEG &&
    (areFlat || Math.min(apartDeg, 360 - apartDeg) <= MAX_ANGLE_DIFFERENCE_DEG)
  )
}

const powerOf = ({ panelCount, panelPowerWatts }: ExistingPvInput): number => panelCount * panelPowerWatts

const directionOf = ({ tiltAngle, orientationAngle }: ExistingPvInput): Direction => ({
  tiltDeg: tiltAngle,
  azimuthDeg: orientationAngle,
})

interface Sum {
  powerWatts: number
  /** Places of its systems in the request. */
  systems: readonly number[]
}

/** Systems whose sum of power is closest to the given power; empty outside the tolerance. */
const systemsOfPower = (candidates: readonly Sum[], powerWatts: number): readonly number[] => {
  const stepWatts = powerWatts / STEPS_OF_SUM
  const sums = new Map<number, Sum>([[0, { powerWatts: 0, systems: [] }]])
  for (const candidate of candidates)
    for (const sum of [...sums.values()]) {
      const next = sum.powerWatts + candidate.powerWatts
      const step = Math.round(next / stepWatts)
      if (next > powerWatts * (1 + MAX_POWER_DIFFERENCE) || sums.has(step)) continue
      sums.set(step, { powerWatts: next, systems: [...sum.systems, ...candidate.systems] })
    }
  const differenceOf = (sum: Sum) => Math.abs(sum.powerWatts - powerWatts)
  const closest = [...sums.values()].reduce((best, sum) => (differenceOf(sum) < differenceOf(best) ? sum : best))
  return differenceOf(closest) <= powerWatts * MAX_POWER_DIFFERENCE ? closest.systems : []
}

/**
 * Violations of existing systems that the profile counts already. Alone or together they have the power and direction
 * of one of its surfaces, or the profile has a meter file with feed-in.
 * @param profile its name, and its panels
 */
export const panelsCountedTwice = (
  existingPv: readonly ExistingPvInput[],
  { name, panels: { surfaces, meter } }: { name: string; panels: ProfilePanels },
): Violation[] => {
  const other = ["customProfileId"]
  if (meter !== null)
    return existingPv.map((_, i) => violation(["existingPv", i], "panels-behind-meter", { other, name, meter }))
  const partOf = new Map<number, string>()
  for (const surface of surfaces) {
    const systems = existingPv.flatMap((pv, i) =>
      isAlike(directionOf(pv), surface) ? [{ powerWatts: powerOf(pv), systems: [i] }] : [],
    )
    const alike = surfaces.filter(each => isAlike(each, surface))
    const powers = [surface.powerWatts, alike.reduce((sum, { powerWatts }) => sum + powerWatts, 0)]
    for (const powerWatts of powers)
      for (const i of systemsOfPower(systems, powerWatts)) if (!partOf.has(i)) partOf.set(i, surface.part)
  }
  return [...partOf]
    .sort(([index], [another]) => index - another)
    .map(([i, part]) => violation(["existingPv", i], "panels-in-profile", { other, name, part }))
}
