import type { Static, TSchema } from "@sinclair/typebox"
import { Elysia } from "elysia"
import { ProfileChart } from "../../../domain/site/profiles/charts.ts"
import type { ProfileKind } from "../../../domain/site/profiles/state.ts"
import { HOURS_PER_YEAR } from "../../../domain/site/year.ts"
import type { Authenticate } from "../../credentials/authenticate.ts"
import type { Caller } from "../../credentials/callers.ts"
import { documented } from "../../docs/operation.ts"
import { readBody, validBody } from "../../http/body.ts"
import type { Once } from "../../http/once.ts"
import { readQuery } from "../../http/query.ts"
import { CHART } from "./examples.ts"
import type { MeterFile } from "./meterFiles.ts"
import type { ProfileService } from "./profiles.ts"
import {
  ProfileChartQuery,
  ProfileInput,
  ProfileList,
  ProfileListQuery,
  ProfileSummary,
  RenameInput,
} from "./schemas.ts"

/** The JSON body of a request that may come without one. */
export const readOptionalBody = async <T extends TSchema>(request: Request, schema: T): Promise<Static<T>> =>
  request.body === null || request.headers.get("content-length") === "0"
    ? validBody(schema, {})
    : readBody(request, schema)

/** Who may pass, and the memory of repeated requests. */
export interface Door {
  authenticate: Authenticate
  once: Once
}

interface Creation<B, A> {
  read: (request: Request) => Promise<B>
  make: (caller: Caller, id: string, body: B) => Promise<A>
  /** Path of what was made. */
  location?: (made: A, id: string) => string
}

interface CreationContext {
  request: Request
  /** Null on paths without parameters. */
  params: { id?: string } | null
  set: Parameters<Once>[0]["set"]
}

/** A POST that makes something: once for each Idempotency-Key, answered with 201. */
export const creation =
  <B, A>({ authenticate, once }: Door, { read, make, location }: Creation<B, A>) =>
  async ({ request, params, set }: CreationContext): Promise<A> => {
    const id = params?.id ?? ""
    const caller = await authenticate(request)
    const body = await read(request)
    return once({ request, caller, body: isMeterFile(body) ? body.bytes : body, set }, async () => {
      const made = await make(caller, id, body)
      set.status = 201
      if (location) set.headers.location = location(made, id)
      return made
    })
  }

const isMeterFile = (body: unknown): body is MeterFile =>
  typeof body === "object" && body !== null && "bytes" in body && body.bytes instanceof Uint8Array

const documentedCsv = (summary: string) => {
  const operation = documented({ summary, errors: [401, 404, 409] })
  const csv = {
    description: `hour,kwh: ${HOURS_PER_YEAR} rows`,
    content: { "text/csv": { schema: { type: "string" as const } } },
  }
  return { ...operation, responses: { ...operation.responses, 200: csv } }
}

/** A file name that every system takes. */
const fileNameOf = (name: string): string =>
  `${
    name
      .normalize("NFKD")
      .replace(/[^\w.-]+/g, "-")
      .replace(/^-+|(?<!-)-+$/g, "") || "profile"
  }.csv`

/** The paths that studio, energyhub and laadplein profiles share, below their prefix. */
export const sharedProfileRoutes = (kind: ProfileKind, service: ProfileService, door: Door, tag: string) =>
  new Elysia({ name: `${kind}-shared`, tags: [tag], normalize: false })
    .get(
      "",
      async ({ request }) => service.list(await door.authenticate(request), kind, readQuery(ProfileListQuery, request)),
      {
        detail: documented({
          summary: "List the profiles, newest first, without hours",
          query: ProfileListQuery,
          answers: { 200: ProfileList },
          errors: [400, 401],
        }),
      },
    )
    .post(
      "",
      creation(door, {
        read: request => readOptionalBody(request, ProfileInput),
        make: (caller, _, input) => service.create(caller, kind, input),
        location: ({ id }) => `/v1/${kind}-profiles/${id}`,
      }),
      {
        parse: "none",
        detail: documented({
          summary: "Make an empty profile",
          body: ProfileInput,
          bodyIsOptional: true,
          answers: { 201: ProfileSummary },
          headers: ["idempotency-key"],
          answerHeaders: ["location", "idempotent-replayed"],
          errors: [400, 401, 409, 413, 415],
        }),
      },
    )
    .patch(
      "/:id",
      async ({ request, params }) => {
        const caller = await door.authenticate(request)
        const { name } = await readBody(request, RenameInput)
        return service.rename(caller, kind, params.id, name)
      },
      {
        parse: "none",
        detail: documented({
          summary: "Rename a profile",
          body: RenameInput,
          answers: { 200: ProfileSummary },
          errors: [400, 401, 404, 413, 415],
        }),
      },
    )
    .delete(
      "/:id",
      async ({ request, params, set }) => {
        await service.remove(await door.authenticate(request), kind, params.id)
        set.status = 204
      },
      { detail: documented({ summary: "Delete a profile; reports made of it stay", errors: [401, 404] }) },
    )
    .use(showingRoutes(kind, service, door.authenticate, tag))

const showingRoutes = (kind: ProfileKind, service: ProfileService, authenticate: Authenticate, tag: string) =>
  new Elysia({ name: `${kind}-shown`, tags: [tag], normalize: false })
    .get(
      "/:id/chart",
      async ({ request, params }) => {
        const caller = await authenticate(request)
        return service.chart(caller, kind, params.id, readQuery(ProfileChartQuery, request))
      },
      {
        detail: documented({
          summary: "Chart a week, a month or the year",
          query: ProfileChartQuery,
          answers: { 200: ProfileChart },
          answerExamples: { 200: CHART },
          errors: [400, 401, 404, 409],
        }),
      },
    )
    .get(
      "/:id/export-csv",
      async ({ request, params, set }) => {
        const { name, text } = await service.csv(await authenticate(request), kind, params.id)
        set.headers["content-type"] = "text/csv; charset=utf-8"
        set.headers["content-disposition"] = `attachment; filename="${fileNameOf(name)}"`
        return text
      },
      { detail: documentedCsv("Export the bought energy of each hour as CSV") },
    )
