import { KindGuard, type TSchema } from "@sinclair/typebox"
import { FullReport } from "./schema.ts"

/** A figure or text of a report. */
export interface ReportRow {
  /** Where it is in the report: `overview.kpi.yearlySavings`, `solar.newSystems[0].panelCount`. */
  field: string
  /** Empty where it is null. */
  value: string | number | boolean
  /** Of a number, as the interface document names it; empty for any other. */
  unit: string
}

/** Each value of a report by its place, in the order of the report; empty objects and arrays have none. */
export const reportRows = (report: FullReport): ReportRow[] => rowsOf("", report, [FullReport])

const rowsOf = (field: string, value: unknown, schemas: readonly TSchema[]): ReportRow[] => {
  if (Array.isArray(value)) {
    const items = schemas.flatMap(alternativesOf).flatMap(schema => (KindGuard.IsArray(schema) ? schema.items : []))
    return value.flatMap((item, i) => rowsOf(`${field}[${i}]`, item, items))
  }
  if (typeof value === "object" && value !== null) {
    const objects = schemas.flatMap(alternativesOf).filter(KindGuard.IsObject)
    return Object.entries(value).flatMap(([name, each]) => {
      const own = objects.flatMap(({ properties }) => properties[name] ?? [])
      return rowsOf(field === "" ? name : `${field}.${name}`, each, own)
    })
  }
  return [{ field, value: (value ?? "") as ReportRow["value"], unit: typeof value === "number" ? unitOf(schemas) : "" }]
}

const alternativesOf = (schema: TSchema): TSchema[] =>
  KindGuard.IsUnion(schema) ? schema.anyOf.flatMap(alternativesOf) : [schema]

const unitOf = (schemas: readonly TSchema[]): string => {
  const units = schemas.flatMap(alternativesOf).flatMap(schema => schema["x-unit"] ?? [])
  return String(units[0] ?? "")
}
