import type { Violation } from "./validation/violation.ts"

/** Hour of any year: month and day from 1, hour of the day from 0. */
export interface HourOfAnyYear {
  month: number
  day: number
  hourOfDay: number
}

/** Parameters of every reason for a scan to end in error. Shares are fractions. */
export interface ScanErrorParams {
  "share-out-of-reach": { askedShare: number; bestShare: number }
  "connection-out-of-reach": {
    contractedPowerKw: number
    /** Largest excess of an hour. */
    exceededByKw: number
    hours: number
    first: HourOfAnyYear
  }
  "input-refused": { violations: readonly Violation[] }
  "solver-broke": Record<never, never>
  "time-limit": { minutes: number }
}
export type ScanErrorCode = keyof ScanErrorParams

/** Reason of a scan's error as data, which domain/texts turns into a sentence. */
export type ScanError = { [Code in ScanErrorCode]: { code: Code; params: ScanErrorParams[Code] } }[ScanErrorCode]

/** Stored error of a scan; versions before 1.0 stored the English sentence. */
export type StoredScanError = ScanError | string

/** Creates the error of a code. */
export const scanError = <Code extends ScanErrorCode>(code: Code, params: ScanErrorParams[Code]): ScanError =>
  ({ code, params }) as ScanError
