import type { Language } from "../../../domain/texts/render.ts"
import type { Owner } from "../../../store/scans/read.ts"

/** Owner of the scans that a call may see, and language of its answer. */
export interface Reader extends Owner {
  language: Language
}
