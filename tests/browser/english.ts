import type { Page } from "playwright-core"
import { app as appDe } from "../../dashboard/src/text/de.app.ts"
import { batteries as batteriesDe } from "../../dashboard/src/text/de.batteries.ts"
import { common as commonDe } from "../../dashboard/src/text/de.common.ts"
import { contractForm as contractFormDe } from "../../dashboard/src/text/de.contractForm.ts"
import { form as formDe } from "../../dashboard/src/text/de.form.ts"
import { live as liveDe } from "../../dashboard/src/text/de.live.ts"
import { manage as manageDe } from "../../dashboard/src/text/de.manage.ts"
import { NAMES_DE } from "../../dashboard/src/text/de.names.ts"
import { phases as phasesDe } from "../../dashboard/src/text/de.phases.ts"
import { proposal as proposalDe } from "../../dashboard/src/text/de.proposal.ts"
import { questions as questionsDe } from "../../dashboard/src/text/de.questions.ts"
import { report as reportDe } from "../../dashboard/src/text/de.report.ts"
import { app as appEn } from "../../dashboard/src/text/en.app.ts"
import { batteries as batteriesEn } from "../../dashboard/src/text/en.batteries.ts"
import { common as commonEn } from "../../dashboard/src/text/en.common.ts"
import { contractForm as contractFormEn } from "../../dashboard/src/text/en.contractForm.ts"
import { form as formEn } from "../../dashboard/src/text/en.form.ts"
import { live as liveEn } from "../../dashboard/src/text/en.live.ts"
import { manage as manageEn } from "../../dashboard/src/text/en.manage.ts"
import { phases as phasesEn } from "../../dashboard/src/text/en.phases.ts"
import { proposal as proposalEn } from "../../dashboard/src/text/en.proposal.ts"
import { questions as questionsEn } from "../../dashboard/src/text/en.questions.ts"
import { report as reportEn } from "../../dashboard/src/text/en.report.ts"
import { NAMES_NL } from "../../dashboard/src/text/names.ts"
import { app as appNl } from "../../dashboard/src/text/nl.app.ts"
import { batteries as batteriesNl } from "../../dashboard/src/text/nl.batteries.ts"
import { common as commonNl } from "../../dashboard/src/text/nl.common.ts"
import { contractForm as contractFormNl } from "../../dashboard/src/text/nl.contractForm.ts"
import { form as formNl } from "../../dashboard/src/text/nl.form.ts"
import { live as liveNl } from "../../dashboard/src/text/nl.live.ts"
import { manage as manageNl } from "../../dashboard/src/text/nl.manage.ts"
import { phases as phasesNl } from "../../dashboard/src/text/nl.phases.ts"
import { proposal as proposalNl } from "../../dashboard/src/text/nl.proposal.ts"
import { questions as questionsNl } from "../../dashboard/src/text/nl.questions.ts"
import { report as reportNl } from "../../dashboard/src/text/nl.report.ts"

/** English texts and decimal points, which a page in another language must not contain. */
const EN = {
  ...{ ...appEn, ...manageEn, common: commonEn, report: reportEn },
  ...{ batteries: batteriesEn, questions: questionsEn, form: formEn, contractForm: contractFormEn },
  ...{ live: liveEn, phases: phasesEn, proposal: proposalEn },
}
const NL = {
  ...{ ...appNl, ...manageNl, common: commonNl, report: reportNl },
  ...{ batteries: batteriesNl, questions: questionsNl, form: formNl, contractForm: contractFormNl },
  ...{ live: liveNl, phases: phasesNl, proposal: proposalNl },
}
const DE = {
  ...{ ...appDe, ...manageDe, common: commonDe, report: reportDe },
  ...{ batteries: batteriesDe, questions: questionsDe, form: formDe, contractForm: contractFormDe },
  ...{ live: liveDe, phases: phasesDe, proposal: proposalDe },
}
/** Placeholder for any parameter of a text. */
const GIVEN = "\u0001"
/** Words of English sentences that are neither Dutch nor German. */
const ENGLISH = /\b(the|and|with|must|are|this|not|from|by)\b/i
/** A decimal point: one or two digits after it, or four and more. */
const DECIMAL_POINT = /\d\.(\d{1,2}|\d{4,})(?!\d)/

/** Parameters of a text: in the second variant the second parameter, the plural, is false. */
const completions = (parameters: number): unknown[][] => {
  const given = new Array<unknown>(parameters).fill(GIVEN)
  return parameters > 1 ? [given, given.with(1, false)] : [given]
}

/** Every sentence of a catalogue, by the path of its key. */
const leaves = (part: unknown, path = ""): [string, string][] => {
  if (typeof part === "string") return [[path, part]]
  if (typeof part === "function")
    return completions(part.length).map((given, index) => [`${path}#${index}`, String(part(...given))])
  if (typeof part !== "object" || part === null) return []
  return Object.entries(part).flatMap(([key, value]) => leaves(value, `${path}.${key}`))
}

const patternOf = (sentence: string): RegExp => new RegExp(`^${RegExp.escape(sentence).replaceAll(GIVEN, "[^]+")}$`)

/** Texts of the English catalogue that the catalogue of another language does not have, as patterns of whole texts. */
const englishTexts = (catalogue: object, names: Readonly<Record<string, string>>): RegExp[] => {
  const translated = new Map(leaves(catalogue))
  const words = new Set(translated.values())
  const differing = leaves(EN).filter(([path, text]) => translated.get(path) !== text && !words.has(text))
  const sentences = differing.map(([, text]) => text).filter(text => text.replaceAll(GIVEN, "").trim().length > 2)
  return [...sentences, ...Object.keys(names).filter(name => names[name] !== name)].map(patternOf)
}
/** Patterns of the English catalogue, for Dutch pages. */
export const english = englishTexts(NL, NAMES_NL)
const englishOfGerman = englishTexts(DE, NAMES_DE)

/** Every text of the page and every attribute that is read out. */
export const textsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const texts = new Set<string>([document.title])
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (walker.nextNode())
      if (!walker.currentNode.parentElement?.closest("noscript, script, cite"))
        texts.add(walker.currentNode.textContent?.trim() ?? "")
    for (const name of ["aria-label", "aria-valuetext", "placeholder", "title", "alt"])
      for (const element of document.querySelectorAll(`[${name}]`)) texts.add(element.getAttribute(name) ?? "")
    for (const input of document.querySelectorAll<HTMLInputElement>("input:not([type=range])")) texts.add(input.value)
    return [...texts]
  })

/** Versions of the service have points in every language. */
const VERSION = /\b\d+\.\d+\.\d+\b/g

/** Papers are cited in their own language. */
const isCited = (text: string): boolean => text.includes(" et al., ")

/** Texts that are English, or that have a decimal point. */
const notTranslated = (texts: readonly string[], patterns: readonly RegExp[]): string[] =>
  texts.filter(text => {
    if (isCited(text)) return false
    const isEnglish = patterns.some(pattern => pattern.test(text)) || ENGLISH.test(text)
    return isEnglish || DECIMAL_POINT.test(text.replace(VERSION, ""))
  })

export const notDutch = (texts: readonly string[]): string[] => notTranslated(texts, english)

/** As notDutch, except for German dates such as 24.12.2026. */
export const notGerman = (texts: readonly string[]): string[] =>
  notTranslated(
    texts.map(text => text.replace(/\d{1,2}\.\d{1,2}\.\d{4}/g, "")),
    englishOfGerman,
  )
