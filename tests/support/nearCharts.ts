import { expect } from "bun:test"

/** Largest differences of a label of a chart by the rounding of stored hours. */
const LABEL_KWH = 0.005
const LABEL_EUR = 3e-6
/** float32 has 24 bits. */
const RELATIVE = 2 ** -22

/** Expects the chart of stored hours to equal the chart of the solved hours, but for their rounding. */
export const expectNear = (stored: unknown, solved: unknown, path: string): void => {
  if (typeof solved === "number" && typeof stored === "number") {
    const most = path.includes("tariffRates") ? LABEL_EUR : LABEL_KWH
    if (!(Math.abs(stored - solved) <= most + RELATIVE * Math.abs(solved)))
      throw new Error(`${path}: ${stored} of ${solved}`)
    return
  }
  if (typeof solved !== "object" || solved === null) {
    expect(stored, path).toEqual(solved)
    return
  }
  for (const [key, value] of Object.entries(solved))
    expectNear((stored as Record<string, unknown>)[key], value, `${path}.${key}`)
}
