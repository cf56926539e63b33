import type { Page } from "playwright-core"
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

/** English texts and decimal points, which a Dutch page must not contain. */
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
/** Placeholder for any parameter of a text. */
const GIVEN = "\u0001"
/** Words of English sentences that are no Dutch words. */
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

/** Texts of the English catalogue that the Dutch catalogue does not have, as patterns of whole texts. */
const englishTexts = (): RegExp[] => {
  const dutch = new Map(leaves(NL))
  const words = new Set(dutch.values())
  const differing = leaves(EN).filter(([path, text]) => dutch.get(path) !== text && !words.has(text))
  const sentences = differing.map(([, text]) => text).filter(text => text.replaceAll(GIVEN, "").trim().length > 2)
  return [...sentences, ...Object.keys(NAMES_NL).filter(name => NAMES_NL[name] !== name)].map(patternOf)
}
/** Patterns of the English catalogue. */
export const english = englishTexts()

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

/** Texts that are English, or that have a decimal point. */
export const notDutch = (texts: readonly string[]): string[] =>
  texts.filter(text => english.some(pattern => pattern.test(text)) || ENGLISH.test(text) || DECIMAL_POINT.test(text))
