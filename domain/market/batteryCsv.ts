import { TypeGuard } from "@sinclair/typebox"
import Papa from "papaparse"
import { InvalidInput } from "../base/errors.ts"
import { type Violation, violation, withPaths } from "../base/validation/violation.ts"
import { violations } from "../base/validation/violations.ts"
import { csvTables } from "../site/meters/csv.ts"
import { columnTitle, type Table } from "../site/meters/table.ts"
import { CatalogueProduct, MAX_CATALOGUE_PRODUCTS } from "./batteryCatalogue.ts"
import { slowProduct } from "./batteryProduct.ts"

type Column = keyof CatalogueProduct

const COLUMNS = Object.keys(CatalogueProduct.properties) as Column[]
const NEEDED: readonly Column[] = ["id", "capacityKwh", "powerKw"]
/** Maximum number of reported violations per file. */
const MAX_VIOLATIONS = 50
/** End of a line in CSV (RFC 4180). */
const CRLF = "\r\n"

/** Apostrophe that `csvOfProducts` puts before a text that a spreadsheet would run as a formula. */
const ESCAPED_FORMULA = /^'(?=[=+\-@])/

const NUMBER = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)([eE][+-]?\d+)?$/
/** Number whose sign before three digits may be a decimal mark or a thousands separator. */
const THOUSANDS_OR_DECIMALS = /^[+-]?[1-9]\d{0,2}[.,]\d{3}$/

/** Decimal mark. */
type DecimalMark = "." | ","

/**
 * Products of a CSV file. Throws InvalidInput with a violation for each invalid field, at `lines[N].field`, lines
 * counted from 1.
 *
 * Rules of the file:
 * - A header line names fields in any order; each further line is a product. An empty cell omits the field.
 * - Columns are separated by commas, semicolons, tabs or bars. Numbers may have a decimal comma.
 * - A number with an ambiguous sign, such as `6.500`, is refused unless the file's other numbers use that sign as
 *   decimal mark. In comma-separated columns a dot is a decimal mark unless a number shows otherwise.
 */
export const productsOfCsv = (bytes: Uint8Array): CatalogueProduct[] => {
  const { table, columns } = tableOf(csvTables(bytes))
  const mark = decimalMarkOf(table, columns)
  const products: CatalogueProduct[] = []
  const ids = new Set<string>()
  const wrong: Violation[] = []
  table.forEachRow((cells, line) => {
    if (line === 1 || cells.every(cell => cell === "")) return
    const product = productOf(cells, columns, mark)
    const found = productViolations(product).map(ambiguousOr(product))
    if (found.length === 0 && ids.has(product.id)) found.push(violation(["id"], "unique", {}))
    wrong.push(...found.map(one => withPaths(one, path => ["lines", line, ...path])))
    ids.add(product.id)
    products.push(product)
    if (products.length > MAX_CATALOGUE_PRODUCTS)
      wrong.push(violation([], "csv-products", { maximum: MAX_CATALOGUE_PRODUCTS }))
    return products.length <= MAX_CATALOGUE_PRODUCTS && wrong.length < MAX_VIOLATIONS
  })
  if (wrong.length > 0) throw new InvalidInput(wrong.slice(0, MAX_VIOLATIONS))
  return products
}

/** Violations of a catalogue's product, with the product as value. */
export const productViolations = (product: CatalogueProduct): Violation[] => {
  const broken = violations(CatalogueProduct, product)
  return broken.length > 0 ? broken : slowProduct(product)
}

/** First reading of a file with the required columns. Throws InvalidInput. */
const tableOf = (tables: readonly Table[]) => {
  for (const table of tables) {
    const columns = (table.head[0] ?? []).map(columnTitle)
    if (!NEEDED.every(name => columns.includes(columnTitle(name)))) continue
    const named = columns.map(title => COLUMNS.find(name => columnTitle(name) === title))
    const unknown = columns.flatMap((title, i) => (title !== "" && !named[i] ? [title] : []))
    if (unknown.length > 0)
      throw new InvalidInput(
        unknown.slice(0, MAX_VIOLATIONS).map(title => violation(["lines", 1, title], "unknown-field", {})),
      )
    const twice = COLUMNS.filter(name => named.indexOf(name) !== named.lastIndexOf(name))
    if (twice.length > 0) throw new InvalidInput(twice.map(name => violation(["lines", 1, name], "csv-column-twice")))
    return { table, columns: named }
  }
  throw new InvalidInput([violation([], "csv-columns", { columns: COLUMNS })])
}

/**
 * Decimal mark in the numbers of a file; undefined if they show neither or both. A comma usually separates columns: in
 * such a file a dot is the mark unless numbers in quotes show otherwise.
 */
const decimalMarkOf = (
  { kind, forEachRow }: Table,
  columns: readonly (Column | undefined)[],
): DecimalMark | undefined => {
  const marks = new Set<DecimalMark>()
  forEachRow((cells, line) => {
    if (line === 1) return
    for (const [i, name] of columns.entries()) {
      const cell = cells[i] ?? ""
      if (!name || !isNumeric(name) || !NUMBER.test(cell) || THOUSANDS_OR_DECIMALS.test(cell)) continue
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

/** Unchecked product of a line. An ambiguous number stays a text, so that its violation can name it. */
const productOf = (
  cells: readonly string[],
  columns: readonly (Column | undefined)[],
  mark: DecimalMark | undefined,
): CatalogueProduct =>
  Object.fromEntries(
    columns.flatMap((name, i) => {
      const cell = (cells[i] ?? "").replace(ESCAPED_FORMULA, "")
      if (!name || cell === "") return []
      const isNumber = NUMBER.test(cell) && (!THOUSANDS_OR_DECIMALS.test(cell) || markIn(cell) === mark)
      return [[name, isNumeric(name) && isNumber ? Number(cell.replace(",", ".")) : cell]]
    }),
  ) as CatalogueProduct

/** Violation of a product; for an ambiguous number a violation that says so. */
const ambiguousOr =
  (product: CatalogueProduct) =>
  (found: Violation): Violation => {
    const name = COLUMNS.find(column => column === found.path[0])
    const text = name && isNumeric(name) ? String(product[name]) : ""
    return name && typeof product[name] === "string" && THOUSANDS_OR_DECIMALS.test(text)
      ? violation([name], "csv-number-ambiguous", { text })
      : found
  }

const isNumeric = (name: Column): boolean => {
  const schema = CatalogueProduct.properties[name]
  return TypeGuard.IsNumber(schema) || TypeGuard.IsInteger(schema)
}

/**
 * Products as a CSV text that `productsOfCsv` reads; cells that a spreadsheet would take for formulas begin with an
 * apostrophe.
 */
export const csvOfProducts = (products: readonly CatalogueProduct[]): string =>
  COLUMNS.join(",") +
  CRLF +
  (products.length === 0
    ? ""
    : Papa.unparse([...products], { header: false, columns: COLUMNS, newline: CRLF, escapeFormulae: true }) + CRLF)
