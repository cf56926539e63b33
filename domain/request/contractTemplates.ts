import { Value } from "@sinclair/typebox/value"
import data from "../../fixtures/contracts/templates.json" with { type: "json" }
import { COMPONENT_STATUSES, type ComponentStatus } from "../market/tariff/components.ts"
import { type Contract, ContractTariff } from "./contractsRequest.ts"

/** Languages that names and sentences of the templates are in. */
type ByLanguage = Record<"en" | "nl", string>

/** A contract as data, with the sources of its terms and the terms that are not billed. */
export interface ContractTemplate {
  id: string
  name: ByLanguage
  /** ISO 3166 alpha-2. */
  country: string
  /** Days from which and to which its terms hold, ISO 8601. */
  validFrom: string
  validTo: string
  tariff: Contract
  /**
   * Keyed by the field of the tariff, such as `grid.buyEurPerKwh`; of a term without a status the publication gives the
   * rate itself.
   */
  terms: { path: string; unit?: string; status?: ComponentStatus; source: string }[]
  notBilled: ByLanguage[]
}

const tariffOf = (id: string, tariff: unknown): Contract => {
  if (!Value.Check(ContractTariff, tariff)) throw new RangeError(`the tariff of the template ${id} is none`)
  return tariff
}

type Term = ContractTemplate["terms"][number]

/** A term of the file, with a status of components. */
const termOf = ({ status, ...term }: { path: string; unit?: string; status?: string; source: string }): Term => {
  if (status === undefined) return term
  const known = COMPONENT_STATUSES.find(one => one === status)
  if (!known) throw new RangeError(`no status is named ${status}`)
  return { ...term, status: known }
}

/** The contracts of `fixtures/contracts/templates.json`; docs/contracts.md shows them with their sources. */
export const contractTemplates: readonly ContractTemplate[] = data.map(template => ({
  ...template,
  tariff: tariffOf(template.id, template.tariff),
  terms: template.terms.map(termOf),
}))
