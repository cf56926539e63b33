/** Calendar month in UTC, the period of a quota. */
export interface Month {
  /** Year and month such as `2026-03`. */
  name: string
  start: Date
  /** First instant after the month. */
  end: Date
}

/** Month that contains an instant. */
export const monthOf = (at: Date): Month => {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()]
  const start = new Date(Date.UTC(year, month, 1))
  return { name: start.toISOString().slice(0, 7), start, end: new Date(Date.UTC(year, month + 1, 1)) }
}

const NAME = /^(\d{4})-(0[1-9]|1[0-2])$/

/** Month of a name such as `2026-03`; undefined for any other text. */
export const monthNamed = (name: string): Month | undefined =>
  NAME.test(name) ? monthOf(new Date(`${name}-01T00:00:00Z`)) : undefined
