import { createHash } from "node:crypto"
import { inArray, lt } from "drizzle-orm"
import { pack, unpack } from "../domain/base/packing.ts"
import { surfaceKey } from "../domain/case/jobInputs.ts"
import type { Production, Surface } from "../domain/site/solar/provider.ts"
import { shadeKey } from "../domain/site/solar/shade.ts"
import type { Queries } from "./database.ts"
import { pvgisCurves } from "./tables.ts"

/** Lifetime of curves of a PVGIS server: one year. */
const CURVE_LIFE_MS = 365 * 86_400_000

/** Key of a curve. Its shade is hashed: a row of an index has at most 2,704 bytes. */
export const curveKey = ({ shade, ...place }: Surface): string =>
  surfaceKey(place) + (shade ? ` ${createHash("sha256").update(shadeKey(shade)).digest("hex")}` : "")

/** Curves that a PVGIS server gave for any of these surfaces, by the surface's key. */
export const knownCurves = async (queries: Queries, surfaces: Surface[]): Promise<Map<string, Production>> => {
  if (surfaces.length === 0) return new Map()
  const keys = new Map(surfaces.map(surface => [curveKey(surface), surfaceKey(surface)]))
  const rows = await queries
    .select()
    .from(pvgisCurves)
    .where(inArray(pvgisCurves.surface, [...keys.keys()]))
  return new Map(
    rows.map(({ surface, curve }) => {
      const { arrays, meta } = unpack(curve)
      const rest = meta as Omit<Production, "hoursKwhPerKwp">
      return [keys.get(surface)!, { ...rest, hoursKwhPerKwp: Float64Array.from(arrays.hoursKwhPerKwp!) }]
    }),
  )
}

/** Stores the curve of a surface unless a curve exists. */
export const keepCurve = async (queries: Queries, surface: Surface, production: Production): Promise<void> => {
  const { hoursKwhPerKwp, ...meta } = production
  const curve = pack({ arrays: { hoursKwhPerKwp: Float32Array.from(hoursKwhPerKwp) }, meta })
  const row = { surface: curveKey(surface), curve, createdAt: new Date() }
  await queries.insert(pvgisCurves).values(row).onConflictDoNothing()
}

/** Deletes curves past their life at `now`. */
export const sweepCurves = async (queries: Queries, now: Date): Promise<void> => {
  await queries.delete(pvgisCurves).where(lt(pvgisCurves.createdAt, new Date(now.getTime() - CURVE_LIFE_MS)))
}
