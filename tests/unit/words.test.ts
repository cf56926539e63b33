import { describe, expect, test } from "bun:test"
import { marksOf, proseOf, subjectMarksOf } from "../words/rules.ts"

describe("marks of a sentence", () => {
  test.each([
    ["Inputs for operating candidate plants of one sizing.", []],
    ["Parts that are bought anew.", ["word"]],
    ["Tells what is known.", ["free relative"]],
    ["Counts those that failed.", ["vague pronoun"]],
    ["Whether the battery may feed in.", ["fragment"]],
    [Array.from({ length: 28 }, () => "word").join(" "), []],
    [Array.from({ length: 29 }, () => "word").join(" "), ["29 words"]],
  ])("%s", (sentence, marks) => expect(marksOf(sentence)).toEqual(marks))
})

describe("marks of a commit's subject", () => {
  test.each([
    ["dashboard: ignore responses after navigation", []],
    ["Ignore responses after navigation", ["not `area: verb object`"]],
    [`api: ${"a".repeat(68)}`, ["73 characters"]],
    ["store: write rows anew", ["word"]],
  ])("%s", (subject, marks) => expect(subjectMarksOf(subject)).toEqual(marks))
})

describe("prose of a file", () => {
  const linesOf = (file: string, body: string) => proseOf(file, body).map(({ line, text }) => [line, text])

  test("comments of sources, with the lines of code between them left out", () => {
    const body = "/** Reads a row.\n * Fails if absent. */\nconst what = 1 // Rows; at most 5.\n"
    expect(linesOf("store/row.ts", body)).toEqual([
      [1, "Reads a row."],
      [1, "Fails if absent."],
      [3, "Rows;"],
      [3, "at most 5."],
    ])
  })

  test("descriptions of the OpenAPI document, in one line or several", () => {
    const body = 'Type.String({ description: "A key. Secret." })\nsummary:\n  `Lists keys`,\n'
    expect(linesOf("api/keys.ts", body)).toEqual([
      [1, "A key."],
      [1, "Secret."],
      [2, "Lists keys"],
    ])
    expect(linesOf("worker/keys.ts", body)).toEqual([])
  })

  test("sentences of text catalogues, not their short names", () => {
    expect(linesOf("dashboard/src/text/en.ts", 'a: "Save scan",\nb: "Save this scan."')).toEqual([
      [2, "Save this scan."],
    ])
  })

  test("paragraphs, items and rows of documents without code", () => {
    const body = "# Title\n\nUse `what is`.\n- one\n| a | b |\n```sh\nwhat is\n```\nEnd"
    expect(linesOf("README.md", body).map(([, text]) => text)).toEqual([
      "# Title",
      "Use X.",
      "- one",
      "| a | b |",
      "End",
    ])
  })
})
