import { KindGuard, type NumberOptions, type TNumber, type TSchema, Type } from "@sinclair/typebox"

/**
 * Decimals of each unit in answers. Units without decimals are not rounded, so requests come back unchanged.
 * - Energies: to the Wh.
 * - Mean powers: to the mW, so that a month's values give its energy.
 * - Money: to 0.01 cent.
 * - Prices: to 0.000001 EUR/kWh.
 * - Shares: to 0.000001.
 */
const DECIMALS = {
  kWh: 3,
  kW: 6,
  /** Energy of one hour of a profile, with more decimals because clients send profiles back and sum their hours. */
  "kWh/h": 6,
  kWp: 3,
  "kWh/kWp": 3,
  EUR: 4,
  "EUR/kWh": 6,
  fraction: 6,
  "fraction per year": 6,
  "kg CO2": 3,
  "kg CO2/kWh": 6,
  years: 4,
  "cycles/year": 4,
  trees: 3,
  km: 3,
  flights: 3,
  ms: 3,
  W: undefined,
  degrees: undefined,
  percent: undefined,
} as const
export type Unit = keyof typeof DECIMALS

/** Schema keyword of a number's unit, also in the OpenAPI document. */
const KEYWORD = "x-unit"

/** Schema of a number in a unit, which determines the decimals in answers (`rounded`). */
export const numberIn = (unit: Unit, options: NumberOptions = {}): TNumber =>
  Type.Number({ ...options, [KEYWORD]: unit })

type Rounder = (value: unknown) => unknown

/** Rounds a number to this number of decimals; never -0. A number too large for such decimals stays unchanged. */
const toDecimals = (value: number, decimals: number): number => {
  const scaled = value * 10 ** decimals
  return Math.abs(scaled) < Number.MAX_SAFE_INTEGER ? Math.round(scaled) / 10 ** decimals + 0 : value
}

const rounders = new WeakMap<TSchema, { round: Rounder | undefined }>()

/** Function that rounds the values of a schema; undefined without a number of a unit with decimals. */
const rounderOf = (schema: TSchema): Rounder | undefined => {
  const cached = rounders.get(schema)
  if (cached) return cached.round
  const round = makeRounder(schema)
  rounders.set(schema, { round })
  return round
}

const makeRounder = (schema: TSchema): Rounder | undefined => {
  if (KindGuard.IsNumber(schema)) return numberRounder(schema)
  if (KindGuard.IsArray(schema)) {
    const round = rounderOf(schema.items)
    return round && (value => (Array.isArray(value) ? value.map(round) : value))
  }
  if (KindGuard.IsObject(schema)) return objectRounder(schema.properties)
  return KindGuard.IsUnion(schema) ? unionRounder(schema.anyOf) : undefined
}

const numberRounder = (schema: TSchema): Rounder | undefined => {
  const decimals = DECIMALS[schema[KEYWORD] as Unit]
  return decimals === undefined ? undefined : value => (typeof value === "number" ? toDecimals(value, decimals) : value)
}

const objectRounder = (properties: Record<string, TSchema>): Rounder | undefined => {
  const fields = Object.entries(properties).flatMap(([name, schema]): [string, Rounder][] => {
    const round = rounderOf(schema)
    return round ? [[name, round]] : []
  })
  if (fields.length === 0) return undefined
  return value => {
    if (typeof value !== "object" || value === null) return value
    const copy: Record<string, unknown> = { ...value }
    for (const [name, round] of fields) if (name in copy) copy[name] = round(copy[name])
    return copy
  }
}

/** Rounder of a union: its alternatives differ in type, or as objects in their required fields. */
const unionRounder = (alternatives: TSchema[]): Rounder | undefined => {
  const choices = alternatives.flatMap(schema => {
    const round = rounderOf(schema)
    return round ? [{ schema, round }] : []
  })
  if (choices.length === 0) return undefined
  return value => choices.find(({ schema }) => isOfKind(schema, value))?.round(value) ?? value
}

const isOfKind = (schema: TSchema, value: unknown): boolean => {
  if (KindGuard.IsNumber(schema)) return typeof value === "number"
  if (KindGuard.IsArray(schema)) return Array.isArray(value)
  if (typeof value !== "object" || value === null || !KindGuard.IsObject(schema)) return false
  return (schema.required ?? []).every(name => name in value)
}

/** Rounds the numbers of an answer to the decimals of their units; the original stays exact. */
export const rounded = <T>(schema: TSchema, answer: T): T => (rounderOf(schema)?.(answer) ?? answer) as T
