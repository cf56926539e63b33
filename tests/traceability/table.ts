import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import rows from "./rows.json"

/**
 * The table of the tests that show each row of the interface documents. A test names its rows in comment lines right
 * above it: `// @covers scans: list item`. `bun tests/traceability/write.ts` writes docs/traceability.md from them.
 */

const ROOT = fileURLToPath(new URL("../..", import.meta.url))
const MARK = /^\s*\/\/ @covers (\w+): (.+)$/
/** A test, or a case of a table of tests. */
const TITLE = /\b(?:test|clusterTest)\(\s*"((?:[^"\\]|\\.)+)"|^\s*(?:\[\s*)?"((?:[^"\\]|\\.)+)",/
const TABLE = /\btest\.each\(/
const TITLE_OF_TABLE = /^\](?: as const)?\)\("((?:[^"\\]|\\.)+)"/

export type InterfaceName = keyof typeof rows

export interface Mark {
  interface: string
  row: string
  file: string
  /** Name of the test, or of the case of a table of tests. */
  test: string
}

const titleBelow = (lines: readonly string[]): string | undefined => {
  const pattern = TABLE.test(lines.find(line => !MARK.test(line)) ?? "") ? TITLE_OF_TABLE : TITLE
  for (const line of lines) {
    const title = pattern.exec(line)
    if (title) return title[1] ?? title[2]
  }
  return undefined
}

const marksOf = (file: string): Mark[] => {
  const lines = readFileSync(`${ROOT}/${file}`, "utf8").split("\n")
  return lines.flatMap((line, i) => {
    const mark = MARK.exec(line)
    const test = mark && titleBelow(lines.slice(i + 1))
    return mark && test ? [{ interface: mark[1] as string, row: mark[2] as string, file, test }] : []
  })
}

/** Every mark of the tests, by file and line. */
export const allMarks = (): Mark[] =>
  [...new Bun.Glob("tests/**/*.test.ts").scanSync({ cwd: ROOT })].sort().flatMap(marksOf)

const TITLES: Record<InterfaceName, string> = {
  scans: "Scans, authentication, webhooks, sandbox (v1)",
  legacy: "Scans and load profiles of the legacy interface",
  profiles: "Profiles, tariffs, batteries (v1)",
}

const cell = (text: string) => text.replaceAll("|", "\\|")

/** docs/traceability.md. */
export const traceabilityTable = (): string => {
  const marks = allMarks()
  const sections = (Object.keys(TITLES) as InterfaceName[]).map(name => {
    const lines = rows[name].map(row => {
      const tests = marks.filter(mark => mark.interface === name && mark.row === row)
      return `| ${cell(row)} | ${tests.map(({ test, file }) => `\`${cell(test)}\` (\`${file.slice("tests/".length)}\`)`).join("<br>")} |`
    })
    return `## ${TITLES[name]}\n\n| row | tests |\n|---|---|\n${lines.join("\n")}\n`
  })
  return `# Tests of the interface documents\n\nWritten by \`npx bun tests/traceability/write.ts\` from the \`@covers\` lines in the tests.\n\n${sections.join("\n")}`
}
