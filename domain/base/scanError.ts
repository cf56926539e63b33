import type { Violation } from "./validation/violation.ts"

/** An hour of any year: month and day from 1, hour of the day from 0. */
export interface HourOfAnyYear {
  month: number
  day: number
  hourOfDay: number
}

/** Every reason for which a scan ends in error, with what its sentence is made of. Shares are fractions. */
export interface ScanErrorParams {
  "share-out-of-reach": { askedShare: number; bestShare: number }
  "connection-out-of-reach": {
    contractedPowerKw: number
    /** Of the hour that exceeds it most. */
    exceededByKw: number
    hours: number
    first: HourOfAnyYear
  }
  "input-refused": { violations: readonly Violation[] }
  "solver-broke": Record<never, never>
  "time-limit": { minutes: number }
}
export type ScanErrorCode = keyof ScanErrorParams

/** Why a scan ended in error: data, which domain/texts turns into a sentence. */
export type ScanError = { [Code in ScanErrorCode]: { code: Code; params: ScanErrorParams[Code] } }[ScanErrorCode]

/** A scan's error as it is stored; versions before 0.2 stored the English sentence. */
export type StoredScanError = ScanError | string

/** A scan's error of a code. */
export const scanError = <Code extends ScanErrorCode>(code: Code, params: ScanErrorParams[Code]): ScanError =>
  ({ code, params }) as ScanError
