import { expect, test } from "bun:test"
import { NAMES_NL } from "../../dashboard/src/text/names.ts"
import { layerPresets } from "../../domain/site/consumption/layers.ts"
import { standardProfiles } from "../../domain/site/consumption/profiles.ts"

test("everything that the service names in English has a Dutch name in the dashboard, and nothing else", () => {
  const named = [...standardProfiles.map(({ label }) => label), ...layerPresets.map(({ name }) => name)]
  expect(Object.keys(NAMES_NL).toSorted()).toEqual([...new Set(named)].toSorted())
})
