import { LANGUAGES, type Language } from "../../domain/texts/render.ts"

/** More entries than any browser sends; the rest of a longer header is not read. */
const MAX_ENTRIES = 20

/**
 * The language of ours that Accept-Language weighs highest (RFC 9110, 12.5.4; basic filtering of RFC 4647, 3.3.1):
 * `nl-BE` asks for Dutch, `de-AT` for German. English if the header is missing or names no offered language.
 */
export const languageOf = (request: Request): Language => {
  const wanted = request.headers.get("accept-language")
  return wanted === null ? LANGUAGES[0] : heaviest(wanted)
}

const heaviest = (wanted: string): Language => {
  let best: Language = LANGUAGES[0]
  let bestWeight = 0
  for (const entry of wanted.split(",", MAX_ENTRIES)) {
    const [range = "", ...parameters] = entry.split(";").map(part => part.trim().toLowerCase())
    const quality = parameters.find(parameter => parameter.startsWith("q="))
    const weight = quality === undefined ? 1 : Number(quality.slice(2))
    const language = LANGUAGES.find(code => range === code || range.startsWith(`${code}-`))
    if (language === undefined || !(weight > bestWeight)) continue
    best = language
    bestWeight = weight
  }
  return best
}
