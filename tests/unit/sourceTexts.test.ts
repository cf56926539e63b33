/** Sources and units of assumptions as a page shows them: no names of fields or files. */
import { expect, test } from "bun:test"
import { assumptionSources } from "../../domain/market/assumptionSources.ts"
import { PART_GROWTH_SOURCE } from "../../domain/market/partGrowth.ts"
import { packSourcesNl } from "../../domain/texts/packSources.nl.ts"
import { LANGUAGES } from "../../domain/texts/render.ts"
import { sourcesNl } from "../../domain/texts/sources.nl.ts"
import { sourceText, unitText } from "../../domain/texts/tariffTerms.ts"
import { unitsNl } from "../../domain/texts/units.nl.ts"

const INTERNAL = /\b[a-z]{3,}[A-Z][a-z]|\b(?:docs|fixtures)\//
const data = [...Object.values(assumptionSources), PART_GROWTH_SOURCE]
const sources = [...data.map(({ source }) => source), ...Object.keys(sourcesNl), ...Object.keys(packSourcesNl)]
const units = [...data.map(({ unit }) => unit), ...Object.keys(unitsNl)]

test.each([...LANGUAGES])("sources and units in %s name no fields and no files", language => {
  const shown = [...sources.map(text => sourceText(text, language)), ...units.map(text => unitText(text, language))]
  expect(shown.filter(text => INTERNAL.test(text))).toEqual([])
})
