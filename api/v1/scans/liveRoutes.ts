import { Type } from "@sinclair/typebox"
import { type Handlers, operationsOf } from "../../http/operation.ts"
import type { ScanContext } from "./context.ts"
import { liveCase } from "./live.ts"
import { findShared } from "./share.ts"

const operation = operationsOf("Pages")
/** The format is internal to the pages of one version of the service and no part of the interface. */
const packed = {
  isHidden: true,
  costs: "children",
  answers: { 200: Type.String() },
  mediaType: "application/octet-stream",
} as const

/** Solver inputs of the pages' sliders, for readers of the report. */
export const liveOperations = {
  live: operation("GET /dashboard/scans/{id}/live", {
    summary: "Read what the sliders of a report solve with",
    description: "The prepared case of a completed scan, for the worker of the page.",
    by: ["session"],
    accessLog: "object",
    ...packed,
  }),
  sharedLive: operation("GET /shared/{token}/live", {
    summary: "Read what the sliders of a shared report solve with",
    description: "The same for whoever has the token of a scan whose sharing is on.",
    by: ["anyone"],
    accessLog: "named",
    limit: { hits: 20, windowMs: 60_000, name: "live", per: "address", counted: "reads-of-hours" },
    ...packed,
  }),
}

export const liveHandlers = (context: ScanContext): Handlers<typeof liveOperations> => ({
  live: ({ caller, params, request }) => liveCase(context, caller, params.id, request),
  async sharedLive({ params, request, logRead }) {
    const scan = await findShared(context.queries, params.token)
    const answer = await liveCase(context, scan, scan.id, request)
    // The request may have waited, and the share may have ended in the meantime.
    logRead(await findShared(context.queries, params.token))
    return answer
  },
})
