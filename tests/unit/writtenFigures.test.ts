import { expect, test } from "bun:test"
import { createFormat } from "../../dashboard/src/lib/format.ts"
import { changeText } from "../../dashboard/src/live/Difference.tsx"
import { gapText, provenShare } from "../../dashboard/src/report/provenShare.ts"

/** Formats of the pages in English and Dutch. */
const [english, dutch] = [createFormat("en"), createFormat("nl")]

test("a difference is that of the figures as they are written", () => {
  expect(changeText("savings", 100.4, 101.6, english, english.eur)).toBe("+€2")
  expect(changeText("savings", 101.6, 100.4, english, english.eur)).toBe("−€2")
  expect(changeText("value", -0.6, 0.4, english, english.eur)).toBe("+€1")
  expect(changeText("payback", 7.04, 7.16, english, value => english.years(value))).toBe("+0.2\u00a0years")
  expect(changeText("sufficiency", 0.41249, 0.41551, english, value => english.points(value))).toBe("+1\u00a0pp")
  expect(changeText("carbon", 12_349, 12_351, english, english.kg)).toBe("+100\u00a0kg")
  expect(changeText("carbon", 9_100, 9_099, english, english.kg)).toBe("−1\u00a0kg")
  expect(changeText("payback", 7, null, english, english.eur)).toBe("–")
  expect(changeText("savings", 7, undefined, english, english.eur)).toBe("–")
})

test("a gap is never nothing, where it is below what is written", () => {
  expect(gapText(english, 0)).toBe("< 0.01\u00a0%")
  expect(gapText(dutch, 0.00009)).toBe("< 0,01\u00a0%")
  expect(gapText(english, 0.00011)).toBe("0.02\u00a0%")
  expect(english.percent(provenShare(0), 2)).toBe("0.01\u00a0%")
  expect(english.percent(provenShare(0.01231), 2)).toBe("1.24\u00a0%")
})
