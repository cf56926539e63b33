import { type Static, Type } from "@sinclair/typebox"
import { Value } from "@sinclair/typebox/value"
import { Strict, StringEnum } from "../base/validation/schema.ts"
import { COMPONENT_STATUSES } from "../market/tariff/componentKinds.ts"
import { countryPacks } from "../market/tariff/countryPacks.ts"
import { ContractTariff } from "./contractsRequest.ts"

/** Languages that names and sentences of the templates are in. */
const ByLanguage = Strict({ en: Type.String(), nl: Type.String(), de: Type.String() })

/** A contract as data, with the sources of its terms and the terms that are not billed. */
const ContractTemplate = Strict({
  id: Type.String(),
  name: ByLanguage,
  /** ISO 3166 alpha-2. */
  country: Type.String(),
  /** Days from which and to which its terms hold, ISO 8601. */
  validFrom: Type.String(),
  validTo: Type.String(),
  tariff: ContractTariff,
  /**
   * Keyed by the field of the tariff, such as `grid.buyEurPerKwh`; of a term without a status the publication gives the
   * rate itself.
   */
  terms: Type.Array(
    Strict({
      path: Type.String(),
      unit: Type.Optional(Type.String()),
      status: Type.Optional(StringEnum(COMPONENT_STATUSES)),
      source: Type.String(),
    }),
  ),
  notBilled: Type.Array(ByLanguage),
})
export type ContractTemplate = Static<typeof ContractTemplate>

const templateOf = (template: unknown): ContractTemplate => {
  if (!Value.Check(ContractTemplate, template)) throw new RangeError(`not a template: ${JSON.stringify(template)}`)
  return template
}

/** The contracts of the country packs; docs/contracts.md shows them with their sources. */
export const contractTemplates: readonly ContractTemplate[] = countryPacks.flatMap(({ contracts }) =>
  contracts.map(templateOf),
)
