import { Parser } from "htmlparser2"

export interface TestTotals {
  passed: number
  failed: number
  skipped: number
}

/** A test that did not pass: its file and line, its name, and its failure message ("" for a skipped test). */
export interface UnpassedTest {
  outcome: "failed" | "skipped"
  place: string
  name: string
  message: string
}

/** A test file and its time of the clock. */
export interface TestFile {
  file: string
  seconds: number
}

/** Maximum length of a failure's message at the end of a run [characters]. */
const MESSAGE_LENGTH = 1_500

/**
 * Reads the report that `bun test --reporter=junit` writes: the totals of its root, each test that failed or was
 * skipped, and the time of each file.
 */
export function readJunit(xml: string): { totals: TestTotals; unpassed: UnpassedTest[]; files: TestFile[] } {
  const totals: TestTotals = { passed: 0, failed: 0, skipped: 0 }
  const unpassed: UnpassedTest[] = []
  const files: TestFile[] = []
  let test = { place: "", name: "" }
  const onopentag = (tag: string, attributes: Record<string, string>) => {
    const read = (name: string) => attributes[name] ?? ""
    if (tag === "testsuites") {
      totals.failed = Number(read("failures")) + Number(read("errors"))
      totals.skipped = Number(read("skipped"))
      totals.passed = Number(read("tests")) - totals.failed - totals.skipped
    }
    // A `describe` is a suite within the suite of its file, and has the same file.
    if (tag === "testsuite" && read("name") === read("file")) {
      files.push({ file: read("file"), seconds: Number(read("time")) })
    }
    if (tag === "testcase") {
      const name = [read("classname"), read("name")].filter(Boolean).join(" > ")
      test = { place: `${read("file")}:${read("line")}`, name: name }
    }
    if (tag === "failure" || tag === "error") {
      unpassed.push({ ...test, outcome: "failed", message: read("message").slice(0, MESSAGE_LENGTH) })
    }
    if (tag === "skipped") unpassed.push({ ...test, outcome: "skipped", message: "" })
  }
  new Parser({ onopentag }, { xmlMode: true }).end(xml)
  return { totals, unpassed, files }
}
