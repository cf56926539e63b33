import { expect, test } from "bun:test"
import { languageOf } from "../../api/http/language.ts"

const asked = (header?: string) =>
  languageOf(new Request("http://127.0.0.1/", header === undefined ? {} : { headers: { "accept-language": header } }))

test.each([
  [undefined, "en"],
  ["nl", "nl"],
  ["nl-BE,fr;q=0.8", "nl"],
  ["fr, nl;q=0.5, en;q=0.4", "nl"],
  ["de, nl;q=0.5, en;q=0.4", "de"],
  ["de-AT,fr;q=0.8", "de"],
  ["en-GB,en;q=0.9,nl;q=0.8", "en"],
  ["NL-nl;q=0.7, en;q=0.2", "nl"],
  ["nl;q=0, en;q=0.1", "en"],
  ["nlx", "en"],
  ["*", "en"],
  ["nl;q=two", "en"],
])("Accept-Language %p asks for %s", (header, language) => {
  expect(asked(header)).toBe(language as "en" | "nl" | "de")
})
