import type { Violation } from "../../domain/base/validation/violation.ts"
import type { KeptScan } from "../../domain/case/live/liveCase.ts"
import type { FilledRequest } from "../../domain/request/request.ts"
import type { MeterYear } from "../../domain/site/meters/meterYear.ts"

/** Work that the HTTP service runs in a process of its own. */
export type Task = MeterFileTask | LoadProfileTask | FeasibilityTask | LiveCaseTask

/** Read a meter export on the axis of a year. */
export interface MeterFileTask {
  kind: "meterFile"
  bytes: Uint8Array<ArrayBuffer>
  fileName: string
  site: { zone: string; year: number }
}

/** Read the hours of a custom load profile. */
export interface LoadProfileTask {
  kind: "loadProfile"
  csv: Uint8Array
}

/** Check the whole year of a scan. */
export interface FeasibilityTask {
  kind: "feasibility"
  input: FilledRequest
}

/** Collect the solver inputs of a page's sliders. */
export interface LiveCaseTask {
  kind: "liveCase"
  kept: KeptScan
  /** Packed JobInputs of the original; absent when the shipped data serve. */
  material?: Uint8Array
}

/** Result of a task; `refused` is InvalidInput. */
export type Answer =
  | { kind: "meterFile"; meter: MeterYear }
  | { kind: "loadProfile"; hoursKw: Float64Array }
  | { kind: "feasibility" }
  | { kind: "liveCase"; packed: Uint8Array<ArrayBuffer> }
  | { kind: "refused"; violations: readonly Violation[] }
