import { KindGuard, type TSchema } from "@sinclair/typebox"
import { FullReport } from "./schema.ts"

/** A figure or text of a report. */
export interface ReportRow {
  /** Path of the value in the report, such as `overview.kpi.yearlySavings` or `solar.newSystems[0].panelCount`. */
  field: string
  /** The value; empty text for null. */
  value: string | number | boolean
  /** Unit of a number, as named in the interface document; empty for other values. */
  unit: string
}

/** Lists the values of a report with their paths, in the order of the report. Empty objects and arrays have no row. */
export const reportRows = (report: FullReport): ReportRow[] => rowsOf("", report, [FullReport])

const rowsOf = (field: string, value: unknown, schemas: readonly TSchema[]): ReportRow[] => {
  if (Array.isArray(value)) {
    const items = schemas.flatMap(alternativesOf).flatMap(schema => (KindGuard.IsArray(schema) ? schema.items : []))
    return value.flatMap((item, i) => rowsOf(`${field}[${i}]`, item, items))
  }
  if (typeof value === "object" && value !== null) {
    const objects = schemas.flatMap(alternativesOf).filter(KindGuard.IsObject)
    return Object.entries(value).flatMap(([name, each]) => {
      const fieldSchemas = objects.flatMap(({ properties }) => properties[name] ?? [])
      return rowsOf(field === "" ? name : `${field}.${name}`, each, fieldSchemas)
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
