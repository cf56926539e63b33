import { Elysia } from "elysia"
import { InvalidInput } from "../../../domain/errors.ts"
import type { Queries } from "../../../store/database.ts"
import type { Authenticate } from "../../credentials/authenticate.ts"
import { failAs } from "../../http/errorBody.ts"
import { UnsupportedMediaType } from "../../http/errors.ts"
import type { Once } from "../../http/once.ts"
import { readQuery } from "../../http/query.ts"
import { readUpload } from "../../http/upload.ts"
import type { Tasks } from "../../tasks/index.ts"
import { CsvMissing } from "../errors.ts"
import { PROFILE_LIST_EXAMPLE } from "../examples.ts"
import { documentedEarlier } from "../operation.ts"
import { PerPageQuery } from "../pagination.ts"
import { CREATED_EXAMPLE, CreatedLoadProfile, LoadProfileForm, LoadProfileList } from "./schemas.ts"
import { createLoadProfile, loadProfilePage } from "./service.ts"

const LEGACY_ONLY = ["legacy"] as const
/** A hundred times what a load profile takes, so that one of a wrong length is told how long it is. */
const CSV_LIMIT_BYTES = 32 * 1024 * 1024

const NOT_GOT = "Failed to get uploaded file"
const NOT_CREATED = "Failed to create profile record"
const NOT_LISTED = "Failed to fetch profiles"

/** Custom load profiles of document 2, under /v1/load-profile. */
export const loadProfileRoutes = (queries: Queries, tasks: Tasks, authenticate: Authenticate, once: Once) =>
  new Elysia({ name: "load-profiles", prefix: "/v1/load-profile", tags: ["Earlier interface"], normalize: false })
    .post(
      "",
      async ({ request, set }) => {
        failAs(request, NOT_GOT)
        const caller = await authenticate(request, LEGACY_ONLY)
        const file = await csvOf(request)
        const csv = await file.bytes()
        failAs(request, NOT_CREATED)
        return once({ request, caller, body: csv, set }, () =>
          createLoadProfile({ queries, tasks }, caller.organizationId, file.name || "upload", csv),
        )
      },
      {
        parse: "none",
        detail: documentedEarlier(
          {
            summary: "Upload a load profile of 8760 hours",
            headers: ["idempotency-key"],
            form: LoadProfileForm,
            answers: { 200: CreatedLoadProfile },
            answerExamples: { 200: CREATED_EXAMPLE },
            answerHeaders: ["idempotent-replayed"],
          },
          {
            400: ["Invalid load profile", "expected 8760 rows, found 8759"],
            409: [NOT_CREATED, "this Idempotency-Key came with another request: take a new key for each new request"],
            413: [NOT_GOT, `the body is larger than ${CSV_LIMIT_BYTES} bytes, the limit of this path`],
            500: [NOT_CREATED, "something went wrong in the service; the request id finds it in the log"],
          },
        ),
      },
    )
    .get(
      "",
      async ({ request }) => {
        failAs(request, NOT_LISTED)
        const { organizationId } = await authenticate(request, LEGACY_ONLY)
        return loadProfilePage(queries, organizationId, readQuery(PerPageQuery, request))
      },
      {
        detail: documentedEarlier(
          {
            summary: "List load profiles, newest first",
            query: PerPageQuery,
            answers: { 200: LoadProfileList },
            answerExamples: { 200: PROFILE_LIST_EXAMPLE },
          },
          {
            400: [NOT_LISTED, "per_page must be at most 100"],
            500: [NOT_LISTED, "something went wrong in the service; the request id finds it in the log"],
          },
        ),
      },
    )

/** The file of the form's field csv. Throws CsvMissing, BodyTooLarge. */
const csvOf = (request: Request): Promise<File> =>
  readUpload(request, "csv", CSV_LIMIT_BYTES).catch(error => {
    throw error instanceof UnsupportedMediaType || error instanceof InvalidInput ? new CsvMissing() : error
  })
