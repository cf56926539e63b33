const rounded = (value: number, decimals: number): number => {
  const scale = 10 ** decimals
  return (Math.sign(value) * Math.round(Math.abs(value) * scale)) / scale
}

/** Decimals of amounts next to a sum without decimals: 0 if they then add up to it, otherwise cents. */
export const decimalsBeside = (total: number, parts: readonly number[]): number =>
  parts.reduce((sum, part) => sum + rounded(part, 0), 0) === rounded(total, 0) ? 0 : 2

/** Difference of two amounts after rounding. */
export const writtenDifference = (from: number, to: number, decimals: number): number =>
  rounded(to, decimals) - rounded(from, decimals)
