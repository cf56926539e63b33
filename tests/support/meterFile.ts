import { HOURS_PER_YEAR } from "../../domain/site/year.ts"

/** A meter file of hours of 2023, as CSV. */
export const meterFile = (): string => {
  const start = Date.UTC(2023, 0, 1)
  const rows = Array.from({ length: HOURS_PER_YEAR }, (_, hour) => {
    const time = new Date(start + hour * 3_600_000).toISOString().slice(0, 19)
    return `${time}Z,${(0.2 + (hour % 24) / 100).toFixed(3)}`
  })
  return ["timestamp,kwh", ...rows].join("\n")
}
