/** The shipped contracts: each term has its source, and the page shows it. Their bills: contractBills.test.ts. */
import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { contractTemplates } from "../../domain/request/contractTemplates.ts"

/** Facts of a tariff, by their paths: `buy.taxed` only says how to read other fields. */
const facts = (tariff: object): string[] =>
  Object.entries(tariff).flatMap(([name, value]) => {
    if (name === "type") return []
    if (["buy", "sell", "grid", "limits"].includes(name))
      return Object.keys(value)
        .filter(field => field !== "taxed")
        .map(field => `${name}.${field}`)
    return [name]
  })

test("each fact of a template has its source, and the page shows each template with its dates and sources", () => {
  const page = readFileSync(new URL("../../docs/contracts.md", import.meta.url), "utf8")
  for (const { id, tariff, terms, validFrom, validTo, notBilled } of contractTemplates) {
    // The market price is no term of the contract but data of its own.
    const market = [
      ...(tariff.buy?.energy === "dayAhead" ? ["buy.energy"] : []),
      ...(tariff.sell?.energy === "dayAhead" ? ["sell.energy"] : []),
    ]
    const needed = facts(tariff).filter(path => !market.includes(path))
    expect({ id, paths: terms.map(({ path }) => path) }).toEqual({ id, paths: expect.arrayContaining(needed) })
    for (const { path } of terms)
      expect({ id, path: facts(tariff) }).toEqual({ id, path: expect.arrayContaining([path]) })
    expect(page).toContain(`\`${id}\``)
    expect(page).toContain(`${validFrom} to ${validTo}`)
    for (const { source } of terms) expect(page).toContain(source)
    for (const { en } of notBilled) expect(page).toContain(en)
  }
})
