const rounded = (value: number, decimals: number): number => {
  const scale = 10 ** decimals
  return (Math.sign(value) * Math.round(Math.abs(value) * scale)) / scale
}

/**
 * With how many decimals amounts are written beside their sum, which is written with none: none where they then add up
 * to it, else cents.
 */
export const decimalsBeside = (total: number, parts: readonly number[]): number =>
  parts.reduce((sum, part) => sum + rounded(part, 0), 0) === rounded(total, 0) ? 0 : 2

/** What two amounts differ by as they are written. */
export const writtenDifference = (from: number, to: number, decimals: number): number =>
  rounded(to, decimals) - rounded(from, decimals)
