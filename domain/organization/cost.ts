/** Units in which the work of a call is counted. */
export const COST_UNITS = ["readBytes", "parsedValues", "threadMs", "childMs", "databaseMs", "storedBytes"] as const
export type CostUnit = (typeof COST_UNITS)[number]

/** Amounts of work by unit. */
export type Cost = Readonly<Partial<Record<CostUnit, number>>>
export type WholeCost = Record<CostUnit, number>

export const noCost = (): WholeCost => ({
  readBytes: 0,
  parsedValues: 0,
  threadMs: 0,
  childMs: 0,
  databaseMs: 0,
  storedBytes: 0,
})

const MIB = 1024 * 1024

/**
 * Amounts that a process with `connections` to its database can do in a second. The share of an account is a part of
 * these by its weight.
 */
export const capacityOf = (connections: number): WholeCost => ({
  readBytes: 64 * MIB,
  parsedValues: 2_000_000,
  threadMs: 1_000,
  childMs: 2_000,
  databaseMs: 1_000 * connections,
  storedBytes: 16 * MIB,
})
