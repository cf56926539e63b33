import { Elysia } from "elysia"
import type { Authenticate } from "../../credentials/authenticate.ts"
import { documented } from "../../docs/operation.ts"
import type { SeriesService } from "./series.ts"
import { SERIES_EXAMPLE, Series } from "./seriesSchemas.ts"

/** The hours behind a report, for its owner and for whoever has its share token (an addition to document 1). */
export const seriesRoutes = (series: SeriesService, authenticate: Authenticate) =>
  new Elysia({ name: "series", prefix: "/v1/scans", tags: ["Scans"], normalize: false })
    .get("/:id/series", async ({ request, params }) => series.ofScan(await authenticate(request), params.id), {
      detail: documented({
        summary: "Read the 8760 hours behind a report",
        answers: { 200: Series },
        answerExamples: { 200: SERIES_EXAMPLE },
        errors: [401, 403, 404, 409, 429, 503],
      }),
    })
    .get("/shared/:token/series", async ({ params }) => series.ofToken(params.token), {
      detail: documented({
        summary: "Read the 8760 hours behind a shared report",
        takes: [],
        answers: { 200: Series },
        answerExamples: { 200: SERIES_EXAMPLE },
        errors: [404, 503],
      }),
    })
