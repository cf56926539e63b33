/** Reads the core's result structs: consecutive f64 values in the order of the classes in assembly/. */

/** assembly/dispatch/result.ts: totals of the last dispatch, kWh by default. */
const DISPATCH = [
  "costEur",
  "lowerBoundEur",
  "importKwh",
  "exportKwh",
  "unservedKwh",
  "peakUnservedKw",
  "unservedSteps",
  "firstUnservedStep",
  "importLimitSlope",
  "exportLimitSlope",
  "dischargeKwh",
] as const

/** Fields of a sizing's result other than its plant, in the order of assembly/sizing/sizing.ts. */
const SIZING = [
  "yearEur",
  "yearBoundEur",
  "yearWearEur",
  "bestYearEur",
  "multiplierLow",
  "multiplierHigh",
  "weight",
  "wearPrice",
  "dischargeKwh",
  "wearEur",
  "nothingEur",
  "unservedEur",
  "cuts",
] as const

export type DispatchResult = Record<(typeof DISPATCH)[number], number>
export type SizingResult = Record<(typeof SIZING)[number], number>

function read<Name extends string>(memory: WebAssembly.Memory, pointer: number, names: readonly Name[]) {
  const numbers = new Float64Array(memory.buffer, pointer, names.length)
  const result = {} as Record<Name, number>
  for (let i = 0; i < names.length; i++) result[names[i]!] = numbers[i]!
  return result
}

/** The result that dispatchYear() or dispatchedYear() returned the address of. */
export function readDispatch(memory: WebAssembly.Memory, pointer: number): DispatchResult {
  return read(memory, pointer, DISPATCH)
}

/** The result that sizingResult() returned the address of. */
export function readSizing(memory: WebAssembly.Memory, pointer: number): SizingResult {
  return read(memory, pointer, SIZING)
}
