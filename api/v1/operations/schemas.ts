import { type Static, Type } from "@sinclair/typebox"
import { Instant, orNull } from "../../../domain/base/validation/schema.ts"

const Seconds = (description: string) => orNull(Type.Number(), description)

const Spread = (of: string) =>
  Type.Object(
    {
      median: Seconds(`Median ${of} [s]; null when nothing ended`),
      p95: Seconds(`${of} that 95 % stay below [s]`),
      most: Seconds(`Longest ${of} [s]`),
    },
    { description: `The ${of} of the completed scans` },
  )

/** Answer of GET /v1/operations. */
export const Operations = Type.Object(
  {
    waiting: Type.Object(
      {
        scans: Type.Integer({ description: "Accepted scans that no solver has started" }),
        oldestSeconds: Seconds("Age of the oldest waiting scan; null without any"),
        solving: Type.Integer({ description: "Scans that a solver works on" }),
        jobsOnBus: Type.Integer({ description: "Jobs that no worker has taken" }),
        solverPlaces: Type.Integer({ description: "Scans that all workers together solve at once" }),
      },
      { description: "For the whole installation, production scans only" },
    ),
    since: Instant("From then on the figures below count: of the organization and the mode"),
    completed: Type.Integer({ description: "Scans that were completed" }),
    failed: Type.Integer({ description: "Scans that failed" }),
    solve: Spread("time from the start of the solve to the stored report"),
    wait: Spread("time from acceptance to the start of the solve"),
    solveTimes: Type.Array(
      Type.Object({
        upToSeconds: Seconds("Upper edge; null for the last bar"),
        scans: Type.Integer({ description: "Scans above the edge before and not above this one" }),
      }),
      { description: "How many of the completed scans took how long to solve" },
    ),
    deliveries: Type.Object(
      {
        delivered: Type.Integer({ description: "Answered with 2xx" }),
        failed: Type.Integer({ description: "Answered otherwise, or not at all" }),
        waiting: Type.Integer({ description: "Not ended yet" }),
      },
      { description: "Attempts to deliver webhooks" },
    ),
    failures: Type.Array(
      Type.Object({
        id: Type.String({ description: "The scan" }),
        endedAt: Instant("When it failed"),
        message: Type.String({ description: "Why" }),
      }),
      { description: "The latest failed scans, newest first" },
    ),
  },
  { description: "How the service is doing" },
)
export type Operations = Static<typeof Operations>

/** For the OpenAPI document. */
export const OPERATIONS_EXAMPLE: Operations = {
  waiting: { scans: 3, oldestSeconds: 0.4, solving: 2, jobsOnBus: 1, solverPlaces: 2 },
  since: "2026-03-01T09:00:00.000Z",
  completed: 412,
  failed: 1,
  solve: { median: 0.061, p95: 0.184, most: 0.92 },
  wait: { median: 0.012, p95: 0.3, most: 1.4 },
  solveTimes: [
    { upToSeconds: 0.1, scans: 344 },
    { upToSeconds: null, scans: 68 },
  ],
  deliveries: { delivered: 820, failed: 4, waiting: 0 },
  failures: [
    {
      id: "01957b3c-5e1f-7d21-8c5a-0f6b1f2f7a10",
      endedAt: "2026-03-02T08:14:11.000Z",
      message: "the renewable share of 99.0 % is out of reach: the best allowed system reaches 22.4 %",
    },
  ],
}
