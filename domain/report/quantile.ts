/**
 * Quantile of sorted values, linear between neighbours (type 7 of Hyndman & Fan, "Sample quantiles in statistical
 * packages", 1996).
 */
export const quantile = (sorted: ArrayLike<number>, share: number): number => {
  const place = share * (sorted.length - 1)
  const below = Math.floor(place)
  const above = Math.min(below + 1, sorted.length - 1)
  return sorted[below]! + (place - below) * (sorted[above]! - sorted[below]!)
}
