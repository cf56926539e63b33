import { type TObject, TypeGuard } from "@sinclair/typebox"
import Papa from "papaparse"
import { InvalidInput } from "../base/errors.ts"
import { type Violation, violation, withPaths } from "../base/validation/violation.ts"
import { violations } from "../base/validation/violations.ts"
import { csvTables } from "../site/meters/csv.ts"
import { columnTitle, type Table } from "../site/meters/table.ts"

/** Form of a CSV file with an item in each line. */
export interface CsvForm<Item> {
  /** Object of texts and numbers; its fields are the columns. */
  schema: TObject
  needed: readonly string[]
  maxRows: number
  /** Violation of a file with more rows. */
  tooMany: Violation
  /** Broken rules of a row beyond its schema. */
  check(item: Item): Violation[]
}

/** Maximum number of reported violations per file. */
const MAX_VIOLATIONS = 50
/** End of a line in CSV (RFC 4180). */
const CRLF = "\r\n"

/** Apostrophe that `csvOfRows` puts before a text that a spreadsheet would run as a formula. */
const ESCAPED_FORMULA = /^'(?=[=+\-@])/

const NUMBER = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)([eE][+-]?\d+)?$/
/** Number whose sign before three digits may be a decimal mark or a thousands separator. */
const THOUSANDS_OR_DECIMALS = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/

/** Decimal mark. */
type DecimalMark = "." | ","

/** Column of a file with its field; undefined without a title. */
type Column = { name: string; isNumeric: boolean } | undefined

/**
 * Items of a CSV file. Throws InvalidInput with a violation for each invalid field, at `lines[N].field`, lines counted
 * from 1.
 *
 * Rules of the file:
 * - A header line names fields in any order; each further line is an item. An empty cell omits the field.
 * - Columns are separated by commas, semicolons, tabs or bars. Numbers may have a decimal comma.
 * - A number with an ambiguous sign, such as `6.500`, is refused unless the file's other numbers use that sign as
 *   decimal mark. In comma-separated columns a dot is a decimal mark unless a number shows otherwise.
 */
export const rowsOfCsv = <Item extends object>(bytes: Uint8Array, form: CsvForm<Item>): Item[] => {
  const { table, columns } = tableOf(csvTables(bytes), form)
  const mark = decimalMarkOf(table, columns)
  const items: Item[] = []
  const wrong: Violation[] = []
  table.forEachRow((cells, line) => {
    if (line === 1 || cells.every(cell => cell === "")) return
    const item = itemOf(cells, columns, mark)
    const broken = violations(form.schema, item)
    const ofItem = broken.length > 0 ? broken.map(ambiguousOr(item, columns)) : form.check(item as Item)
    wrong.push(...ofItem.map(each => withPaths(each, path => ["lines", line, ...path])))
    items.push(item as Item)
    if (items.length > form.maxRows) wrong.push(form.tooMany)
    return items.length <= form.maxRows && wrong.length < MAX_VIOLATIONS
  })
  if (wrong.length > 0) throw new InvalidInput(wrong.slice(0, MAX_VIOLATIONS))
  return items
}

/** First reading of a file with the required columns. Throws InvalidInput. */
const tableOf = (tables: readonly Table[], { schema, needed }: Pick<CsvForm<never>, "schema" | "needed">) => {
  const names = Object.keys(schema.properties)
  for (const table of tables) {
    const titles = (table.head[0] ?? []).map(columnTitle)
    if (!needed.every(name => titles.includes(columnTitle(name)))) continue
    const named = titles.map(title => names.find(name => columnTitle(name) === title))
    const unknown = titles.flatMap((title, i) => (title !== "" && !named[i] ? [title] : []))
    if (unknown.length > 0)
      throw new InvalidInput(
        unknown.slice(0, MAX_VIOLATIONS).map(title => violation(["lines", 1, title], "unknown-field", {})),
      )
    const twice = names.filter(name => named.indexOf(name) !== named.lastIndexOf(name))
    if (twice.length > 0) throw new InvalidInput(twice.map(name => violation(["lines", 1, name], "csv-column-twice")))
    const columns = named.map((name): Column => (name ? { name, isNumeric: isNumeric(schema, name) } : undefined))
    return { table, columns }
  }
  throw new InvalidInput([violation([], "csv-columns", { columns: names })])
}

const isNumeric = ({ properties }: TObject, name: string): boolean =>
  TypeGuard.IsNumber(properties[name]) || TypeGuard.IsInteger(properties[name])

/**
 * Decimal mark in the numbers of a file; undefined if they show neither or both. A comma usually separates columns: in
 * such a file a dot is the mark unless numbers in quotes show otherwise.
 */
const decimalMarkOf = ({ kind, forEachRow }: Table, columns: readonly Column[]): DecimalMark | undefined => {
  const marks = new Set<DecimalMark>()
  forEachRow((cells, line) => {
    if (line === 1) return
    for (const [i, column] of columns.entries()) {
      const cell = cells[i] ?? ""
      if (!column?.isNumeric || !NUMBER.test(cell) || THOUSANDS_OR_DECIMALS.test(cell)) continue
      const mark = markIn(cell)
      if (mark) marks.add(mark)
    }
    return marks.size < 2
  })
  if (marks.size === 0 && kind.container === "csv" && kind.delimiter === "comma") return "."
  return marks.size === 1 ? [...marks][0] : undefined
}

const markIn = (cell: string): DecimalMark | undefined =>
  cell.includes(",") ? "," : cell.includes(".") ? "." : undefined

/** Unchecked item of a line. An ambiguous number stays a text, so that its violation can name it. */
const itemOf = (
  cells: readonly string[],
  columns: readonly Column[],
  mark: DecimalMark | undefined,
): Record<string, unknown> =>
  Object.fromEntries(
    columns.flatMap((column, i) => {
      const cell = (cells[i] ?? "").replace(ESCAPED_FORMULA, "")
      if (!column || cell === "") return []
      const isNumber = NUMBER.test(cell) && (!THOUSANDS_OR_DECIMALS.test(cell) || markIn(cell) === mark)
      return [[column.name, column.isNumeric && isNumber ? Number(cell.replace(",", ".")) : cell]]
    }),
  )

/** Violation of an item; for an ambiguous number a violation that says so. */
const ambiguousOr =
  (item: Record<string, unknown>, columns: readonly Column[]) =>
  (brokenRule: Violation): Violation => {
    const column = columns.find(each => each?.isNumeric && each.name === brokenRule.path[0])
    const text = column && item[column.name]
    return column && typeof text === "string" && THOUSANDS_OR_DECIMALS.test(text)
      ? violation([column.name], "csv-number-ambiguous", { text })
      : brokenRule
  }

/**
 * Items as a CSV text that `rowsOfCsv` reads; cells that a spreadsheet would take for formulas begin with an
 * apostrophe.
 */
export const csvOfRows = (items: readonly object[], { properties }: TObject): string => {
  const columns = Object.keys(properties)
  const head = columns.join(",") + CRLF
  if (items.length === 0) return head
  return head + Papa.unparse([...items], { header: false, columns, newline: CRLF, escapeFormulae: true }) + CRLF
}
