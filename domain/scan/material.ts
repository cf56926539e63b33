import type { AssumptionOverrides } from "../assumptions/assumptions.ts"
import { pack, unpack } from "../series/pack.ts"
import type { Production, Surface } from "../solar/provider.ts"
import type { PriceYear } from "../tariff/dayAhead.ts"
import type { NewPvInput, ScanInput } from "./request.ts"

/** What a scan needs beside its request: whoever makes the job gathers it from the database and the network. */
export interface ScanMaterial {
  /** The organization's own assumptions. */
  assumptions?: AssumptionOverrides
  /** Day-ahead prices that the operator brought. */
  prices?: PriceYear[]
  /** Production from another provider than the built-in model, by surfaceKey. */
  productions?: Map<string, Production>
  /** Sentences for the report on how the material came about. */
  notes?: string[]
}

/** A system of a request as a surface at its site. */
export const surfaceOf = (
  { location }: Pick<ScanInput, "location">,
  { tiltAngle, orientationAngle }: Pick<NewPvInput, "tiltAngle" | "orientationAngle">,
): Surface => ({ ...location, tiltDeg: tiltAngle, azimuthDeg: orientationAngle % 360 })

/** Names a surface; equal surfaces have equal names. */
export const surfaceKey = ({ lat, lon, tiltDeg, azimuthDeg }: Surface): string =>
  `${lat} ${lon} ${tiltDeg} ${azimuthDeg}`

/** All surfaces of a request, each once. */
export const surfacesOf = (input: ScanInput): Surface[] => {
  const surfaces = [...input.existingPv, ...input.newPv].map(pv => surfaceOf(input, pv))
  return [...new Map(surfaces.map(surface => [surfaceKey(surface), surface])).values()]
}

interface Meta {
  assumptions?: AssumptionOverrides
  prices: { zone: PriceYear["zone"]; year: number }[]
  productions: [key: string, rest: Omit<Production, "hoursKwhPerKwp">][]
  notes: string[]
}

/** Material as bytes for a job. */
export const packMaterial = ({
  assumptions,
  prices = [],
  productions = new Map(),
  notes = [],
}: ScanMaterial): Uint8Array => {
  const curves = [...productions]
  const meta: Meta = {
    ...(assumptions ? { assumptions } : {}),
    prices: prices.map(({ zone, year }) => ({ zone, year })),
    productions: curves.map(([key, { hoursKwhPerKwp: _, ...rest }]) => [key, rest]),
    notes,
  }
  const arrays = Object.fromEntries([
    ...prices.map(({ eurPerKwh }, i) => [`price${i}`, Float32Array.from(eurPerKwh)]),
    ...curves.map(([, { hoursKwhPerKwp }], i) => [`production${i}`, Float32Array.from(hoursKwhPerKwp)]),
  ])
  return pack({ arrays, meta })
}

/** The material of a job. Throws MalformedSeries. */
export const unpackMaterial = (packed: Uint8Array): ScanMaterial => {
  const { arrays, meta } = unpack(packed)
  const { assumptions, prices, productions, notes } = meta as Meta
  const hours = (name: string) => Float64Array.from(arrays[name])
  return {
    ...(assumptions ? { assumptions } : {}),
    prices: prices.map((price, i) => ({ ...price, eurPerKwh: hours(`price${i}`) })),
    productions: new Map(
      productions.map(([key, rest], i) => [key, { ...rest, hoursKwhPerKwp: hours(`production${i}`) }]),
    ),
    notes,
  }
}
