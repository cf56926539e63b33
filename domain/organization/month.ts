/** A calendar month in UTC: the period that a quota is for. */
export interface Month {
  /** `2026-03`. */
  name: string
  start: Date
  /** The first instant that is no longer in it. */
  end: Date
}

/** The month that an instant lies in. */
export const monthOf = (at: Date): Month => {
  const [year, month] = [at.getUTCFullYear(), at.getUTCMonth()]
  const start = new Date(Date.UTC(year, month, 1))
  return { name: start.toISOString().slice(0, 7), start, end: new Date(Date.UTC(year, month + 1, 1)) }
}

const NAME = /^(\d{4})-(0[1-9]|1[0-2])$/

/** The month of a name such as `2026-03`; undefined for any other text. */
export const monthNamed = (name: string): Month | undefined =>
  NAME.test(name) ? monthOf(new Date(`${name}-01T00:00:00Z`)) : undefined
