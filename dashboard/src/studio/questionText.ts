import { useSettings } from "../lib/settings.tsx"
import { questions as questionsDe } from "../text/de.questions.ts"
import { questions as questionsEn } from "../text/en.questions.ts"
import { questions as questionsNl } from "../text/nl.questions.ts"

const TEXTS = { en: questionsEn, nl: questionsNl, de: questionsDe }

/** The words of the studio's questions, of energy hubs and of charging plazas. */
export const useQuestionText = () => TEXTS[useSettings().language]
