import { SHIPPED_CURRENCY } from "../market/currencyNames.ts"
import { gapOfSavings } from "../report/gapOfSavings.ts"
import { provenWithin } from "../report/provenWithin.ts"
import type { ReportBody, StoredReport } from "../report/schema.ts"
import { middleShortfallOf, shortfallOf } from "../report/shortfall.ts"
import { noteTexts } from "./notes.ts"
import type { Language } from "./render.ts"
import { sourceText, termName, unitText } from "./tariffTerms.ts"

/**
 * A stored report for a reader: notes become sentences, the currency is explicit, and a flag marks amounts in euro.
 * The proof is also given by savings and by controller, with the value of the best achievable choice.
 */
export const readReport = ({ notes, premises, ...report }: StoredReport, language: Language): ReportBody => ({
  ...report,
  ...(premises && {
    premises: premises.map(premise => ({ ...premise, source: sourceText(premise.source, language) })),
  }),
  financial: readFinancial(report.financial, language),
  currency: report.currency ?? SHIPPED_CURRENCY,
  ...(notes.some(each => typeof each === "object" && each.code === "amounts-in-euro") ? { hasEuroAmounts: true } : {}),
  control: report.control ? { ...report.control, provenWithin: provenWithin(report) } : null,
  optimisation: {
    ...report.optimisation,
    gapOfSavings: gapOfSavings(report),
    shortfall: shortfallOf(report),
    middleShortfall: middleShortfallOf(report),
  },
  notes: noteTexts(notes, language),
})

const readFinancial = (
  { tariffTerms, tariffComponents, assumptionOrigins, ...financial }: StoredReport["financial"],
  language: Language,
): ReportBody["financial"] => {
  const inWords = <Part extends { source: string }>(part: Part) => ({
    ...part,
    source: sourceText(part.source, language),
  })
  return {
    ...financial,
    ...(assumptionOrigins && {
      assumptionOrigins: assumptionOrigins.map(origin => ({
        ...inWords(origin),
        unit: unitText(origin.unit, language),
      })),
    }),
    ...(tariffComponents && { tariffComponents: tariffComponents.map(inWords) }),
    ...(tariffTerms && {
      tariffTerms: tariffTerms.map(term => ({ name: termName(term, language), ...inWords(term) })),
    }),
  }
}
