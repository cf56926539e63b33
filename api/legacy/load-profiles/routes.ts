import { InvalidInput } from "../../../domain/base/errors.ts"
import { violation } from "../../../domain/base/validation/violation.ts"
import type { Queries } from "../../../store/database.ts"
import { BodyTooLarge, UnsupportedMediaType } from "../../http/errors.ts"
import { type Handlers, operationsOf } from "../../http/operation.ts"
import { fileBody } from "../../http/upload.ts"
import type { Tasks } from "../../tasks/index.ts"
import { legacyErrors } from "../errorShape.ts"
import { CsvMissing, InvalidLoadProfile } from "../errors.ts"
import { PROFILE_LIST_EXAMPLE } from "../examples.ts"
import { PerPageQuery } from "../pagination.ts"
import { CREATED_EXAMPLE, CreatedLoadProfile, LoadProfileList } from "./schemas.ts"
import { createLoadProfile, loadProfilePage } from "./service.ts"

/** A hundred times the size of a load profile, so that the refusal of a wrong length names that length. */
const CSV_LIMIT_BYTES = 32 * 1024 * 1024

const NOT_GOT = "Failed to get uploaded file"
const NOT_CREATED = "Failed to create profile record"
const NOT_LISTED = "Failed to fetch profiles"

const csv = fileBody(
  "csv",
  CSV_LIMIT_BYTES,
  "8760 rows of one number, no header: kW with a decimal point, from 1 January 00:00-01:00 on",
)
/** Reading throws CsvMissing, BodyTooLarge, and InvalidInput for two files. */
const csvBody = {
  ...csv,
  refusals: [400, 413],
  read: (request: Request) =>
    csv.read(request).catch(error => {
      throw error instanceof UnsupportedMediaType || isOfBrokenForm(error) ? new CsvMissing() : error
    }),
}
/** A second file is refused as such. */
const isOfBrokenForm = (error: unknown): boolean =>
  error instanceof InvalidInput && !error.violations.some(({ rule }) => rule === "parameter-once")

const operation = operationsOf("Legacy interface")

/** Custom load profiles of document 2. */
export const loadProfileOperations = {
  create: operation("POST /v1/load-profile", {
    summary: "Upload a load profile of 8760 hours",
    description:
      "A CSV of 8760 rows in the form field `csv`. The record's id is taken by POST /v1/scan as load_profile.",
    by: ["legacy"],
    stores: "caller",
    isIdempotent: true,
    body: csvBody,
    answers: { 200: CreatedLoadProfile },
    examples: { 200: CREATED_EXAMPLE },
    errors: [500],
    errorShape: legacyErrors(
      { reading: NOT_GOT, handling: NOT_CREATED },
      {
        400: new InvalidLoadProfile([violation([], "csv-rows", { expected: 8760, found: 8759 })]),
        413: new BodyTooLarge(CSV_LIMIT_BYTES),
      },
    ),
  }),
  list: operation("GET /v1/load-profile", {
    summary: "List load profiles, newest first",
    description: "Load profiles that the organization uploaded, by page and per_page.",
    by: ["legacy"],
    costs: "list",
    accessLog: "list",
    query: PerPageQuery,
    answers: { 200: LoadProfileList },
    examples: { 200: PROFILE_LIST_EXAMPLE },
    errors: [500],
    errorShape: legacyErrors(
      { reading: NOT_LISTED, handling: NOT_LISTED },
      { 400: new InvalidInput([violation(["per_page"], "at-most", { maximum: 100 })]) },
    ),
  }),
}

export const loadProfileHandlers = (queries: Queries, tasks: Tasks): Handlers<typeof loadProfileOperations> => ({
  create: ({ caller, body, keepAnswer }) => createLoadProfile({ queries, tasks }, caller, body, keepAnswer),
  list: ({ caller, query }) => loadProfilePage(queries, caller, query),
})
