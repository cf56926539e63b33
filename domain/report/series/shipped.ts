import { createHash } from "node:crypto"
import { packIntegers, unpackIntegers } from "../../base/integers.ts"
import { createMemo } from "../../base/memo.ts"
import { HOURS_PER_YEAR } from "../../site/year.ts"

/**
 * Shipped series that the hours of many reports follow: the market prices of a zone, and the shape of a standard load
 * profile. Each is stored once, and the reports name it by the SHA-256 of its content.
 *
 * Invariants.
 * - Data of an organization are never shipped series. No series is personal, and no series is deleted.
 * - The content of a hash never changes, so a report is read alike after a release with other data. Such a release, or
 *   one with another compressor, stores more series.
 */

/** 8760 hours each; absent if the hours follow none. */
export interface ShippedSeries {
  /** Day-ahead prices on the calendar of the scan [EUR/kWh]. */
  marketEurPerKwh?: Float64Array
  /** Use of each hour as a share of the year. */
  loadShape?: Float64Array
}

export type ShippedName = keyof ShippedSeries

/** The same series in whole units. */
export type ShippedUnits = Partial<Record<ShippedName, Int32Array>>

/** Units of a value: 0.01 EUR/MWh as published, and a Wh of 100 MWh a year. */
const UNITS: Record<ShippedName, number> = { marketEurPerKwh: 1e5, loadShape: 1e8 }

/** Stored form of a series, with the fields of a report's head. */
export interface PackedShipped {
  hash: string
  planes: number[]
  content: Uint8Array
}

const kept = createMemo<PackedShipped & { units: Int32Array }>(1)

/** Packs a series. The same array, which never changes, is packed once. */
export const packShipped = (name: ShippedName, values: Float64Array): PackedShipped & { units: Int32Array } =>
  kept([values], name, () => {
    const units = Int32Array.from(values, value => Math.round(value * UNITS[name]))
    const { body, planes } = packIntegers([units.map((value, hour) => value - (hour > 0 ? units[hour - 1]! : 0))])
    return { units, hash: contentHash(body), planes: planes[0]!, content: body }
  })

/** Units of a stored series. Throws MalformedSeries. */
export const unpackShipped = (content: Uint8Array, planes: number[]): Int32Array => {
  const [units] = unpackIntegers({ body: content, planes: [planes] }, [HOURS_PER_YEAR])
  for (let hour = 1; hour < HOURS_PER_YEAR; hour++) units![hour]! += units![hour - 1]!
  return units!
}

/** Lowercase hex SHA-256 of a stored series. */
export const contentHash = (content: Uint8Array): string => createHash("sha256").update(content).digest("hex")
