import { expect, test } from "bun:test"
import { readConfig } from "../../infra/config.ts"

test("CORS_ORIGINS takes origins as browsers send them, or any", () => {
  expect(readConfig({}).corsOrigins).toEqual([])
  expect(readConfig({ CORS_ORIGINS: "https://app.example.org, http://localhost:5173" }).corsOrigins).toEqual([
    "https://app.example.org",
    "http://localhost:5173",
  ])
  expect(readConfig({ CORS_ORIGINS: "*" }).corsOrigins).toEqual(["*"])
})

test.each(["app.example.org", "https://app.example.org/", "https://app.example.org/path", "https://a.example, b"])(
  "CORS_ORIGINS %p, which no browser sends, is refused by name",
  CORS_ORIGINS => {
    expect(() => readConfig({ CORS_ORIGINS })).toThrow(
      "CORS_ORIGINS takes origins such as https://app.example.org, separated by commas, or *",
    )
  },
)
