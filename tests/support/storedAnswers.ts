/** Lists with more numbers than this are sampled: every 73rd number is kept. */
const MAX_LISTED = 200
const STEP = 73
/** Fields that differ between calls: solve times, and values changed by other calls or by scans that end. */
const CHANGING = ["solveMs", "lastUsedAt", "total", "totalPages", "total_pages"]

/**
 * An answer as the fixture stores it: without values that change between calls, and with long lists of numbers sampled.
 */
export const compact = (value: unknown): unknown => {
  if (typeof value === "string" && value.startsWith("hour,kwh\n")) return { csv: sampled(csvValues(value)) }
  if (Array.isArray(value)) {
    const isLong = value.length > MAX_LISTED && value.every(item => typeof item === "number")
    return isLong ? sampled(value) : value.map(compact)
  }
  if (typeof value !== "object" || value === null) return value
  const kept = Object.entries(value).filter(([key]) => !CHANGING.includes(key))
  return Object.fromEntries(kept.map(([key, item]) => [key, compact(item)]))
}

const csvValues = (text: string): number[] =>
  text
    .trimEnd()
    .split("\n")
    .slice(1)
    .map(row => Number(row.split(",")[1]))

const sampled = (values: readonly number[]) => ({
  length: values.length,
  values: values.filter((_, i) => i % STEP === 0),
})

/**
 * Differences of an answer from the kept answer: fields that are gone or have another value. Added fields, and numbers
 * that are now rounded to two decimals or more, are no differences. The items of a list of rows (`{items}`) are matched
 * by their id, at any position.
 */
export const differences = (kept: unknown, now: unknown, path = ""): string[] => {
  if (kept === now) return []
  if (typeof kept === "number" && typeof now === "number")
    return isRounded(kept, now) ? [] : [`${path}: ${kept} is now ${now}`]
  if (Array.isArray(kept)) {
    if (!Array.isArray(now)) return [`${path}: a list is now ${JSON.stringify(now)}`]
    if (isRows(kept)) return rowDifferences(kept, now, path)
    const lengths = kept.length === now.length ? [] : [`${path}: ${kept.length} entries are now ${now.length}`]
    return [
      ...lengths,
      ...kept.flatMap((item, i) => (i < now.length ? differences(item, now[i], `${path}[${i}]`) : [])),
    ]
  }
  if (typeof kept === "object" && kept !== null && typeof now === "object" && now !== null)
    return Object.entries(kept).flatMap(([key, value]) =>
      key in now
        ? differences(value, (now as Record<string, unknown>)[key], `${path}.${key}`)
        : [`${path}.${key}: gone`],
    )
  return [`${path}: ${JSON.stringify(kept)} is now ${JSON.stringify(now)}`]
}

interface Row {
  id?: unknown
  run_uuid?: unknown
  record_id?: unknown
}

const idOf = ({ id, run_uuid, record_id }: Row): unknown => id ?? run_uuid ?? record_id

const isRows = (list: unknown[]): list is Row[] =>
  list.length > 0 && list.every(item => typeof item === "object" && item !== null && idOf(item) !== undefined)

const rowDifferences = (kept: Row[], now: Row[], path: string): string[] =>
  kept.flatMap(row => {
    const same = now.find(other => idOf(other) === idOf(row))
    return same ? differences(row, same, `${path}[${idOf(row)}]`) : [`${path}[${idOf(row)}]: gone`]
  })

const isRounded = (kept: number, now: number): boolean =>
  [2, 3, 4, 5, 6].some(
    decimals => Math.abs(Math.round(kept * 10 ** decimals) / 10 ** decimals - now) < 1e-12 * (1 + Math.abs(now)),
  )
