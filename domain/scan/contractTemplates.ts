import { Value } from "@sinclair/typebox/value"
import data from "../../fixtures/contracts/templates.json" with { type: "json" }
import { type Contract, ContractTariff } from "./contractsRequest.ts"

/** Languages that names and sentences of the templates are in. */
type ByLanguage = Record<"en" | "nl", string>

/** A contract as data, with where its terms come from and which terms of it are not billed. */
export interface ContractTemplate {
  id: string
  name: ByLanguage
  /** ISO 3166 alpha-2. */
  country: string
  /** Days from which and to which its terms hold, ISO 8601. */
  validFrom: string
  validTo: string
  tariff: Contract
  /** By the field of the tariff, such as `grid.buyEurPerKwh`. */
  terms: { path: string; unit?: string; source: string }[]
  notBilled: ByLanguage[]
}

const tariffOf = (id: string, tariff: unknown): Contract => {
  if (!Value.Check(ContractTariff, tariff)) throw new RangeError(`the tariff of the template ${id} is none`)
  return tariff
}

/** The contracts of `fixtures/contracts/templates.json`; docs/contracts.md shows them with their sources. */
export const contractTemplates: readonly ContractTemplate[] = data.map(template => ({
  ...template,
  tariff: tariffOf(template.id, template.tariff),
}))
