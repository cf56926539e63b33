import { Type } from "@sinclair/typebox"
import { StringEnum } from "../../../domain/base/validation/schema.ts"
import { COMPONENT_STATUSES, type ComponentStatus } from "../../../domain/market/tariff/componentKinds.ts"
import {
  type CountryPack,
  countryPacks,
  NO_FEED_IN,
  usualTemplateId,
} from "../../../domain/market/tariff/countryPacks.ts"
import { ContractTariff } from "../../../domain/request/contractsRequest.ts"
import { contractTemplates } from "../../../domain/request/contractTemplates.ts"
import { usualFeedIn } from "../../../domain/request/usualContract.ts"
import type { Language } from "../../../domain/texts/render.ts"
import { sourceText, unitText } from "../../../domain/texts/tariffTerms.ts"
import { usualContractName, usualNotBilled } from "../../../domain/texts/usualContracts.ts"

const text = (description: string) => Type.String({ description })
const day = (description: string) => Type.String({ format: "date", description })

const Term = Type.Object({
  path: text("Field of tariff"),
  unit: Type.Optional(text("Unit of its value, and whether VAT is in it")),
  status: Type.Optional(
    StringEnum(COMPONENT_STATUSES, { description: "As of tariffComponents of a report; absent: confirmed" }),
  ),
  source: text("Publication that it comes from"),
})

const Template = Type.Object({
  id: text("Stays the same"),
  name: text("In the language of the caller"),
  country: text("ISO 3166 alpha-2"),
  validFrom: day("First day of its terms"),
  validTo: day("Last day of its terms"),
  tariff: ContractTariff,
  terms: Type.Array(Term, { description: "Source of the tariff's terms, in the language of the caller" }),
  notBilled: Type.Array(Type.String(), {
    description: "Terms of the contract that the service does not bill, in the language of the caller",
  }),
})

/** The contracts of docs/contracts.md in answers; the tariff contains the name, which reports show. */
const templatesIn = (language: Language) =>
  contractTemplates.map(({ name, tariff, notBilled, terms, ...template }) => ({
    ...template,
    terms: terms.map(({ unit, source, ...term }) => ({
      ...term,
      ...(unit === undefined ? {} : { unit: unitText(unit, language) }),
      source: sourceText(source, language),
    })),
    name: name[language],
    tariff: { ...tariff, name: name[language] },
    notBilled: notBilled.map(sentence => sentence[language]),
  }))

/** Usual household contract of a pack as a template, with the prices of requests that name none. */
const usualIn = (language: Language) => (pack: CountryPack) => {
  const { year, status, source, eurPerKwh } = pack.household
  const unit = unitText("EUR/kWh including VAT", language)
  const name = usualContractName(pack, language)
  const feedIn = pack.feedIn?.isPaidToAll ? pack.feedIn : undefined
  const term = (path: string, origin: { status: ComponentStatus; source: string }) => {
    return { path, unit, status: origin.status, source: sourceText(origin.source, language) }
  }
  return {
    ...{ id: usualTemplateId(pack), name, country: pack.country },
    ...{ validFrom: `${year}-01-01`, validTo: `${year}-12-31` },
    tariff: {
      type: "flat" as const,
      ...{ name, flatEurPerKwh: eurPerKwh, taxesIncluded: true, ...usualFeedIn(pack, { flatEurPerKwh: eurPerKwh }) },
    },
    terms: [
      term("flatEurPerKwh", { status, source }),
      term("feedInEurPerKwh", feedIn ?? { status: "assumed", source: NO_FEED_IN }),
    ],
    notBilled: usualNotBilled(pack, language),
  }
}

/** Templates of docs/contracts.md, and the usual contract of each country. */
export const allTemplatesIn = (language: Language) => [...templatesIn(language), ...countryPacks.map(usualIn(language))]

export const Templates = Type.Array(Template, {
  description: "Contracts as data: examples with their date, whose fields may be changed",
  examples: [templatesIn("en").slice(0, 1)],
})
