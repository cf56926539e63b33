import type { Language } from "../../../domain/texts/render.ts"
import type { Owner } from "../../../store/scans/read.ts"

/** Whose scans a call may see, and the language that it reads. */
export interface Reader extends Owner {
  language: Language
}
