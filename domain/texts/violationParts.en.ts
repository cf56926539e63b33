import type { Expected, NotReadReason, OtherKind, TableKind, TextForm } from "../base/validation/rules.ts"
import type { Words } from "./render.ts"

/** Parts of the sentences of violations in English. */

const TYPES: Readonly<Record<string, string>> = {
  number: "a number",
  integer: "a whole number",
  string: "a string",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  null: "null",
}

export const expectedText = (expected: readonly Expected[], { or }: Words): string =>
  or(
    expected.map(each => {
      if ("values" in each) return `one of ${each.values.join(", ")}`
      return "constant" in each ? JSON.stringify(each.constant) : (TYPES[each.type] ?? "of another type")
    }),
  )

export const DATES = {
  day: "a date as YYYY-MM-DD",
  "day-or-time": "a date as YYYY-MM-DD, alone or with a time",
  "plain-day-or-time": "a date such as 2026-03-01, alone or before a time of day",
  "day-or-zoned-time": "a date such as 2026-03-01, alone or before a time of day with or without zone",
}

export const FORMS: Readonly<Record<TextForm, string>> = {
  email: "an e-mail address",
  "no-control-characters": "a text without control characters",
  "layer-id": "1 to 64 letters, digits, - or _",
  colour: "a colour as #rrggbb in small letters",
  drawing: "path data of M, L and whole numbers, such as M10 20L30 40",
  "product-id": "1 to 100 letters, digits, . - or _, a letter or digit first",
  day: DATES.day,
  uuid: "a UUID such as 019a4c22-0c31-7a05-9c7e-2b6d5f81e3a0",
  "list-cursor": "the nextCursor of another page",
  "event-cursor": "the cursor of an event, or latest",
}

export const KINDS: Readonly<Record<OtherKind, string>> = {
  "old-excel": "an old or protected Excel file: save it as .xlsx or .csv",
  pdf: "a PDF: send the export as .csv or .xlsx",
  database: "a database: export it as .csv or .xlsx",
  gzip: "packed with gzip: unpack it first",
  json: "JSON: send the export as .csv or .xlsx",
  p1: "telegrams of a meter's P1 port: send the hours of the app that collects them",
  xml: "a web page or XML: send the export as .csv or .xlsx",
}

export const NOT_READ: Readonly<Record<NotReadReason, string>> = {
  gas: "holds gas, not electricity: export the electricity meter",
  water: "holds water, not electricity: export the electricity meter",
  daily:
    "holds one value a day: export quarter-hours or hours instead, a day's total does not tell when energy was used",
  production:
    "has the production of the panels, not the counts of the meter: export the report with energy imported from the grid",
}

export const tableText = (table: TableKind): string =>
  table.container === "csv" ? `CSV with ${table.delimiter}` : `sheet ${table.name}`

export const spacing = (minutes: number | null): string => {
  if (minutes === null) return "no dates found"
  return minutes === 1440 ? "a row a day" : `rows ${minutes} minutes apart`
}

export const URLS = {
  "not-absolute": "must be an absolute URL, such as https://example.org/hook",
  protocol: "must start with https:// or http://",
  credentials: "must not hold a user name or password: send them as an Authorization header",
}
