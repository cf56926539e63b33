import { productionKwhPerKwp, solarYear } from "../../domain/solar/production.ts"

/** One measured row: what, and milliseconds of one call (median of several). */
export interface BenchRow {
  name: string
  ms: number
}

const CALLS = 9

const medianMs = (call: (turn: number) => void): number => {
  const times = Array.from({ length: CALLS }, (_, turn) => {
    const start = process.cpuUsage()
    const wall = performance.now()
    call(turn)
    const cpu = process.cpuUsage(start)
    return Math.max((cpu.user + cpu.system) / 1000, performance.now() - wall)
  })
  return times.sort((a, b) => a - b)[Math.floor(CALLS / 2)]
}

/**
 * Solar production: the first surface of a new place (weather, sun and surface), a new surface of a known place, and a
 * surface from the cache. Each turn takes a place or surface of its own, so nothing is measured from a cache by mistake.
 */
export const benchSolar = (): BenchRow[] => {
  const start = performance.now()
  solarYear(52.09, 5.12)
  const firstMs = performance.now() - start
  const surface = { lat: 52.09, lon: 5.12, tiltDeg: 35, azimuthDeg: 180 }
  return [
    { name: "solar: first weather year of the process, files read", ms: firstMs },
    {
      name: "solar: new place, measured weather",
      ms: medianMs(turn => productionKwhPerKwp({ ...surface, lat: 51.5 + turn / 10, lon: 5.5 })),
    },
    {
      name: "solar: new place, world climatology",
      ms: medianMs(turn => productionKwhPerKwp({ ...surface, lat: 41.5 + turn, lon: 15.5 })),
    },
    {
      name: "solar: new surface of a known place",
      ms: medianMs(turn => productionKwhPerKwp({ ...surface, azimuthDeg: 100 + turn })),
    },
    { name: "solar: surface from the cache", ms: medianMs(() => productionKwhPerKwp({ ...surface, azimuthDeg: 100 })) },
  ]
}
