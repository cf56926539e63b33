/** Results of a benchmark against their bars: printed for people, written as JSON for machines. */
import { spawnSync } from "node:child_process"
import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { cpus, loadavg } from "node:os"

export interface Row {
  what: string
  measured: string
  /** Bar of the figure; empty for a figure without a bar. */
  bar: string
  /** Undefined for a figure without a bar. */
  holds?: boolean
}

export interface Section {
  title: string
  rows: Row[]
  /** Names of single cases that miss a bar or lose to a peer; missed rows are named in any case. */
  lost?: string[]
  /** The figures behind the rows. */
  data: unknown
}

function firstLine(command: string): string {
  const { status, stdout } = spawnSync(command, ["--version"], { encoding: "utf8" })
  return status === 0 ? stdout.split("\n")[0]! : "absent"
}

function highsVersion(): string {
  const file = readFileSync(new URL("../../node_modules/highs/package.json", import.meta.url), "utf8")
  return JSON.parse(file).version
}

/** Machine and versions of a run. */
export function environment(): Record<string, string> {
  const [{ model }, count] = [cpus()[0]!, cpus().length]
  return {
    machine: `${model.trim()}, ${count} threads, load ${loadavg()[0]!.toFixed(2)} at the end`,
    bun: Bun.version,
    node: firstLine("node"),
    gcc: firstLine("gcc"),
    highs: `${highsVersion()} (WebAssembly)`,
  }
}

const MARKS = new Map([
  [true, "holds"],
  [false, "MISSED"],
])

/** Rows that miss their bar, each with the row that it is indented under, and the single cases. */
export function lostCases({ rows, lost = [] }: Pick<Section, "rows" | "lost">): string[] {
  let head = ""
  const missed = rows.flatMap(({ what, measured, bar, holds }) => {
    const name = what.startsWith("  ") ? `${head}: ${what.trim()}` : what
    if (name === what) head = what
    return holds === false ? [`${name}: ${measured}, bar ${bar}`] : []
  })
  return [...missed, ...lost]
}

function printSection(section: Section): void {
  const { title, rows } = section
  const width = (pick: (row: Row) => string) => Math.max(...rows.map(row => pick(row).length))
  const [first, second, third] = [width(row => row.what), width(row => row.measured), width(row => row.bar)]
  console.log(`\n${title}`)
  for (const { what, measured, bar, holds } of rows) {
    const mark = holds === undefined ? "" : MARKS.get(holds)
    console.log(`  ${what.padEnd(first)}  ${measured.padStart(second)}  ${bar.padEnd(third)}  ${mark}`.trimEnd())
  }
  const lost = lostCases(section)
  for (const name of lost) console.log(`  lost: ${name}`)
  if (lost.length === 0 && rows.some(row => row.holds)) console.log("  lost: none")
}

/** Prints the sections and writes bench-results/NAME.json; sets the exit code to 1 when a bar is missed. */
export function report(name: string, sections: Section[]): void {
  const where = environment()
  for (const [key, value] of Object.entries(where)) console.log(`${key}: ${value}`)
  sections.forEach(printSection)
  const folder = new URL("../../bench-results/", import.meta.url)
  mkdirSync(folder, { recursive: true })
  const written = {
    date: new Date().toISOString(),
    environment: where,
    sections: sections.map(section => ({ ...section, lost: lostCases(section) })),
  }
  writeFileSync(new URL(`${name}.json`, folder), `${JSON.stringify(written, null, 2)}\n`)
  if (sections.some(section => section.rows.some(row => row.holds === false))) process.exitCode = 1
}
