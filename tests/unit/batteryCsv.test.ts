import { describe, expect, test } from "bun:test"
import { InvalidInput } from "../../domain/base/errors.ts"
import { csvOfProducts, productsOfCsv } from "../../domain/market/batteryCsv.ts"

/** Products of an organization's catalogue from a CSV file: reading of its numbers. */

const read = (...lines: string[]) => productsOfCsv(new TextEncoder().encode(`${lines.join("\n")}\n`))
/** The violations of a file as rules by their places. */
const refused = (...lines: string[]): string[] => {
  try {
    read(...lines)
  } catch (error) {
    if (error instanceof InvalidInput) return error.violations.map(({ path, rule }) => `${path.join(" ")}: ${rule}`)
    throw error
  }
  return []
}

const SEMICOLONS = "id;capacityKwh;powerKw;eur"
const COMMAS = "id,capacityKwh,powerKw,eur"

describe("a number with three digits after its separator", () => {
  test.each([
    ["a dot beside decimal commas", [SEMICOLONS, "a;10,24;5;6.500"], "lines 2 eur"],
    ["a dot in a line before the decimal comma", [SEMICOLONS, "a;10;5;6.500", "b;10,24;5;7000"], "lines 2 eur"],
    ["a comma beside decimal dots", [SEMICOLONS, "a;10.24;5;6,500"], "lines 2 eur"],
    ["a dot where nothing says the decimal mark", [SEMICOLONS, "a;10;5;6.500"], "lines 2 eur"],
    ["a comma where nothing says the decimal mark", [SEMICOLONS, "a;10,240;5;6500"], "lines 2 capacityKwh"],
    ["a comma beside both decimal marks", [SEMICOLONS, "a;10,24;5.5;6,500"], "lines 2 eur"],
    ["a comma in a comma file", [COMMAS, 'a,10.24,5,"6,500"'], "lines 2 eur"],
    ["a comma in a comma file without decimals", [COMMAS, 'a,10,5,"6,500"'], "lines 2 eur"],
    ["a dot in a comma file with decimal commas", [COMMAS, 'a,"10,24",5,6.500'], "lines 2 eur"],
    ["a dot in a file of tabs", ["id\tcapacityKwh\tpowerKw", "a\t1.000\t5"], "lines 2 capacityKwh"],
  ])("is refused at its place: %s", (_, lines, place) => {
    expect(refused(...lines)).toEqual([`${place}: csv-number-ambiguous`])
  })

  test("is refused beside the other mistakes of its line", () => {
    expect(refused(SEMICOLONS, "a b;1.000;x;5,5")).toEqual([
      expect.stringMatching(/^lines 2 id: /),
      "lines 2 capacityKwh: csv-number-ambiguous",
      expect.stringMatching(/^lines 2 powerKw: /),
    ])
  })

  test.each([
    ["a dot in a comma file", [COMMAS, "a,10.240,5,6500"], 10.24],
    ["a dot beside other decimal dots", [SEMICOLONS, "a;10.240;5.5;6500"], 10.24],
    ["a comma beside other decimal commas", [SEMICOLONS, "a;10,240;5,5;6500"], 10.24],
    ["a comma in a comma file of decimal commas", [COMMAS, 'a,"10,240","5,5",6500'], 10.24],
    ["after a zero, which begins no thousands", [SEMICOLONS, "a;0,125;5;6500"], 0.125],
    ["after four digits, which begin no thousands", [SEMICOLONS, "a;1000.125;500;6500"], 1000.125],
  ])("is a decimal: %s", (_, lines, capacityKwh) => {
    expect(read(...lines)[0]).toMatchObject({ id: "a", capacityKwh })
  })

  test("says nothing in a text", () => {
    const [product] = read("id;capacityKwh;powerKw;model", "6.500;10,24;5;10.240")
    expect(product).toEqual({ id: "6.500", capacityKwh: 10.24, powerKw: 5, model: "10.240" })
  })

  test("is read again as the export wrote it", () => {
    const products = [{ id: "a", capacityKwh: 10.125, powerKw: 5, eur: 6500, model: "10,24" }]
    expect(productsOfCsv(new TextEncoder().encode(csvOfProducts(products)))).toEqual(products)
  })
})

test("a column that is named twice is refused, whatever its letters", () => {
  expect(refused("id;capacityKwh;powerKw;eur;EUR;;", "a;10;5;6500;7000;;")).toEqual(["lines 1 eur: csv-column-twice"])
  expect(refused("id,ID,capacityKwh,powerKw,PowerKW,id", "a,b,10,5,6,c")).toEqual([
    "lines 1 id: csv-column-twice",
    "lines 1 powerKw: csv-column-twice",
  ])
})
