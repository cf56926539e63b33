import { TypeGuard } from "@sinclair/typebox"
import Papa from "papaparse"
import { InvalidInput } from "../errors.ts"
import { slowProduct } from "../scan/productRules.ts"
import { csvTables } from "../site/meters/csv.ts"
import { columnTitle, type Table } from "../site/meters/table.ts"
import { type Violation, violation, withPaths } from "../validation/violation.ts"
import { violations } from "../validation/violations.ts"
import { CatalogueProduct, MAX_CATALOGUE_PRODUCTS } from "./batteryCatalogue.ts"

type Column = keyof CatalogueProduct

const COLUMNS = Object.keys(CatalogueProduct.properties) as Column[]
const NEEDED: readonly Column[] = ["id", "capacityKwh", "powerKw"]
/** Mistakes that are told of one file. */
const MAX_VIOLATIONS = 50
/** A line ends so in CSV (RFC 4180). */
const CRLF = "\r\n"

/** The apostrophe that `csvOfProducts` puts before what a spreadsheet would take for a formula. */
const ESCAPED_FORMULA = /^'(?=[=+\-@])/

const NUMBER = /^[+-]?(\d+([.,]\d*)?|[.,]\d+)([eE][+-]?\d+)?$/

/**
 * Products of a CSV file: a header line that names fields in any order, then a product a line. An empty cell is a field that is not
 * given. Columns are parted by commas, or by semicolons, tabs or bars, and then numbers may have a decimal comma.
 * Throws InvalidInput with a violation for each field that is wrong, at `lines[N].field`, lines counted from 1.
 */
export const productsOfCsv = (bytes: Uint8Array): CatalogueProduct[] => {
  const { table, columns } = tableOf(csvTables(bytes))
  const products: CatalogueProduct[] = []
  const ids = new Set<string>()
  const wrong: Violation[] = []
  table.forEachRow((cells, line) => {
    if (line === 1 || cells.every(cell => cell === "")) return
    const product = productOf(cells, columns)
    const found = productViolations(product)
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

/** What is wrong with a product of a catalogue, itself the value. */
export const productViolations = (product: CatalogueProduct): Violation[] => {
  const broken = violations(CatalogueProduct, product)
  return broken.length > 0 ? broken : slowProduct(product)
}

/** The reading of a file that has the columns a product needs. Throws InvalidInput. */
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
    return { table, columns: named }
  }
  throw new InvalidInput([violation([], "csv-columns", { columns: COLUMNS })])
}

/** A line as a product that is not checked yet: what is no number stays a text, for its violation to name. */
const productOf = (cells: readonly string[], columns: readonly (Column | undefined)[]): CatalogueProduct =>
  Object.fromEntries(
    columns.flatMap((name, i) => {
      const cell = (cells[i] ?? "").replace(ESCAPED_FORMULA, "")
      return name && cell !== ""
        ? [[name, isNumeric(name) && NUMBER.test(cell) ? Number(cell.replace(",", ".")) : cell]]
        : []
    }),
  ) as CatalogueProduct

const isNumeric = (name: Column): boolean => {
  const schema = CatalogueProduct.properties[name]
  return TypeGuard.IsNumber(schema) || TypeGuard.IsInteger(schema)
}

/** Products as a CSV text that `productsOfCsv` reads; cells that a spreadsheet would take for formulas begin with an apostrophe. */
export const csvOfProducts = (products: readonly CatalogueProduct[]): string =>
  COLUMNS.join(",") +
  CRLF +
  (products.length === 0
    ? ""
    : Papa.unparse([...products], { header: false, columns: COLUMNS, newline: CRLF, escapeFormulae: true }) + CRLF)
