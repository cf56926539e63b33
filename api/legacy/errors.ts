import type { Violation } from "../../domain/base/validation/violation.ts"
import { HttpError, NotFound } from "../http/errors.ts"

/** Error of an unknown identifier. */
const MAX_SHOWN_CHARS = 64

/** 404: no scan of the caller's organization and mode has this run identifier. */
export class RunNotFound extends NotFound {
  override readonly title = "scan not found or not accessible"
  constructor(runUuid: string) {
    super("run-not-found", { runUuid: runUuid.slice(0, MAX_SHOWN_CHARS) })
  }
}

/** 409: the scan has no report, or not yet. */
export class ScanNotReady extends HttpError {
  readonly status = 409
  readonly code = "SCAN_NOT_COMPLETED"
  override readonly title = "scan not ready"
}

/** 400: the form has no file in its field csv. */
export class CsvMissing extends HttpError {
  readonly status = 400
  readonly code = "INVALID_INPUT"
  override readonly title = "Failed to get uploaded file"
  constructor() {
    super("csv-missing")
  }
}

/** 400: the file is no load profile. */
export class InvalidLoadProfile extends HttpError {
  readonly status = 400
  readonly code = "INVALID_INPUT"
  override readonly title = "Invalid load profile"
  constructor(override readonly violations: readonly Violation[]) {
    super("load-profile-not-valid")
  }
}
