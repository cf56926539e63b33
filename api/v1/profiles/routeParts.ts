import { Type } from "@sinclair/typebox"
import { ProfileChart } from "../../../domain/site/profiles/charts.ts"
import type { ProfileKind } from "../../../domain/site/profiles/state.ts"
import { HOURS_PER_YEAR } from "../../../domain/site/year.ts"
import { jsonBody } from "../../http/body.ts"
import { operationsOf } from "../../http/operation.ts"
import { CHART } from "./examples.ts"
import {
  ProfileChartQuery,
  ProfileInput,
  ProfileList,
  ProfileListQuery,
  ProfileSummary,
  RenameInput,
} from "./schemas.ts"

/** Callers of the paths of profiles. */
export const by = ["key", "session"] as const

/** Common paths of studio, energyhub and laadplein profiles. */
export const commonOperations = <const Kind extends ProfileKind>(kind: Kind, tag: string) => {
  const operation = operationsOf(tag)
  return {
    list: operation(`GET /v1/${kind}-profiles`, {
      summary: "List the profiles, newest first, without hours",
      description:
        "Summaries without hours, of this organization. The sandbox also lists live profiles, and cannot change them.",
      by,
      accessLog: "list",
      costs: "list",
      query: ProfileListQuery,
      answers: { 200: ProfileList },
    }),
    create: operation(`POST /v1/${kind}-profiles`, {
      summary: "Make an empty profile",
      description:
        "All fields have defaults: a numbered name, the current year, and a place in the middle of the Netherlands.",
      by,
      stores: "caller",
      isIdempotent: true,
      body: jsonBody(ProfileInput, { isOptional: true }),
      answers: { 201: ProfileSummary },
      location: `/v1/${kind}-profiles/{id}`,
    }),
    rename: operation(`PATCH /v1/${kind}-profiles/{id}`, {
      summary: "Rename a profile",
      description: "Changes the name alone; its hours and parts stay.",
      by,
      body: jsonBody(RenameInput),
      isConditional: true,
      answers: { 200: ProfileSummary },
    }),
    remove: operation(`DELETE /v1/${kind}-profiles/{id}`, {
      summary: "Delete a profile; reports made from it stay",
      description: "Scans that took the profile keep their reports; new ones cannot take it.",
      by,
      isConditional: true,
      answers: { 204: "The profile is gone" },
    }),
    chart: operation(`GET /v1/${kind}-profiles/{id}/chart`, {
      summary: "Chart a week, a month or the year",
      description:
        "Energy of each hour, day or month, by the view. Weeks count from 0 on 1 January, months from 0. 409 for a profile that has no hours yet.",
      by,
      accessLog: "object",
      query: ProfileChartQuery,
      answers: { 200: ProfileChart },
      examples: { 200: CHART },
      errors: [409],
    }),
    csv: operation(`GET /v1/${kind}-profiles/{id}/export-csv`, {
      summary: "Export the bought energy of each hour as CSV",
      description:
        "A header line `hour,kwh` and a row for each hour, hour 0 being 1 January 00:00-01:00 standard time. 409 for a profile that has no hours yet.",
      by,
      accessLog: "object",
      answers: { 200: Type.String({ description: `hour,kwh: ${HOURS_PER_YEAR} rows` }) },
      mediaType: "text/csv",
      answerHeaders: ["content-disposition"],
      errors: [409],
    }),
  }
}
