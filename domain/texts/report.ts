import { gapOfSavings } from "../report/gapOfSavings.ts"
import type { ReportBody, StoredReport } from "../report/schema.ts"
import { noteTexts } from "./notes.ts"
import type { Language } from "./render.ts"

/** A stored report as it is read: its notes are sentences, and its gap is shown by its savings too. */
export const readReport = ({ notes, ...report }: StoredReport, language: Language): ReportBody => ({
  ...report,
  control: report.control ?? null,
  optimisation: { ...report.optimisation, gapOfSavings: gapOfSavings(report) },
  notes: noteTexts(notes, language),
})
