import { SHIPPED_CURRENCY } from "../market/currencyNames.ts"
import { gapOfSavings } from "../report/gapOfSavings.ts"
import { provenWithin } from "../report/provenWithin.ts"
import type { ReportBody, StoredReport } from "../report/schema.ts"
import { noteTexts } from "./notes.ts"
import type { Language } from "./render.ts"
import { termName } from "./tariffTerms.ts"

/** A stored report as it is read: its notes are sentences, its currency is said, and its proof is shown by its savings and by its controller too. */
export const readReport = ({ notes, ...report }: StoredReport, language: Language): ReportBody => ({
  ...report,
  financial: readFinancial(report.financial, language),
  currency: report.currency ?? SHIPPED_CURRENCY,
  control: report.control ? { ...report.control, provenWithin: provenWithin(report) } : null,
  optimisation: { ...report.optimisation, gapOfSavings: gapOfSavings(report) },
  notes: noteTexts(notes, language),
})

const readFinancial = (
  { tariffTerms, ...financial }: StoredReport["financial"],
  language: Language,
): ReportBody["financial"] =>
  tariffTerms
    ? { ...financial, tariffTerms: tariffTerms.map(term => ({ name: termName(term, language), ...term })) }
    : financial
