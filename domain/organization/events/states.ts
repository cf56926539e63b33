/** States of a scan (document 1, "States and transitions"). A scan only moves forward. */
export const SCAN_STATUSES = ["pending", "processing", "completed", "error"] as const
export type ScanStatus = (typeof SCAN_STATUSES)[number]

/** States from which a scan may enter each state. */
export const ENTERED_FROM: Record<ScanStatus, readonly ScanStatus[]> = {
  pending: [],
  processing: ["pending"],
  completed: ["processing"],
  error: ["pending", "processing"],
}

/** Event of entering each state. */
export const EVENT_OF: Record<ScanStatus, ScanEventName> = {
  pending: "scan.pending",
  processing: "scan.processing",
  completed: "scan.completed",
  error: "scan.failed",
}

export const SCAN_EVENTS = ["scan.pending", "scan.processing", "scan.completed", "scan.failed"] as const
export type ScanEventName = (typeof SCAN_EVENTS)[number]

/** True if a scan in this state has ended. */
export const isEnded = (status: ScanStatus): boolean => status === "completed" || status === "error"
