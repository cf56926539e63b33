import { expect, test } from "bun:test"
import { type Catalogues, render } from "../../domain/texts/render.ts"

interface Params {
  "at-most": { path: (string | number)[]; maximum: number }
  choice: { names: string[] }
}

const texts: Catalogues<Params> = {
  en: {
    "at-most": ({ path, maximum }, { field, number }) => `${field(path)} must be at most ${number(maximum)}`,
    choice: ({ names }, { or }) => `give ${or(names)}`,
  },
  nl: {
    "at-most": ({ path, maximum }, { field, number }) => `${field(path)} mag hoogstens ${number(maximum)} zijn`,
    choice: ({ names }, { or }) => `geef ${or(names)}`,
  },
  de: {
    "at-most": ({ path, maximum }, { field, number }) => `${field(path)} darf höchstens ${number(maximum)} sein`,
    choice: ({ names }, { or }) => `nennen Sie ${or(names)}`,
  },
}

test("a sentence is written from its parameters in the language asked for", () => {
  const params = { path: ["newPv", 0, "tiltAngle"], maximum: 90.5 }
  expect(render(texts, "en", "at-most", params)).toBe("newPv[0].tiltAngle must be at most 90.5")
  expect(render(texts, "nl", "at-most", params)).toBe("newPv[0].tiltAngle mag hoogstens 90,5 zijn")
  expect(render(texts, "nl", "at-most", { path: [], maximum: 1 })).toBe("de body mag hoogstens 1 zijn")
  expect(render(texts, "nl", "choice", { names: ["a", "b"] })).toBe("geef a of b")
  expect(render(texts, "de", "at-most", { path: [], maximum: 90.5 })).toBe("der Body darf höchstens 90,5 sein")
  expect(render(texts, "de", "choice", { names: ["a", "b"] })).toBe("nennen Sie a oder b")
})
