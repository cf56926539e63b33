import type { ReportBody, StoredReport } from "../report/schema.ts"
import { noteTexts } from "./notes.ts"
import type { Language } from "./render.ts"

/** A stored report as it is read: its notes are sentences. */
export const readReport = ({ notes, ...report }: StoredReport, language: Language): ReportBody => ({
  ...report,
  notes: noteTexts(notes, language),
})
