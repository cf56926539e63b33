import { expect, test } from "bun:test"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { InvalidInput } from "../../domain/base/errors.ts"
import { MAX_UPLOAD_BYTES, readMeterFile } from "../../domain/site/meters/readMeterFile.ts"
import { ROOT } from "../support/child.ts"
import {
  brokenQuotesFile,
  mixedDigits,
  quarterHoursWorkbook,
  sharedPartWorkbook,
  sheetFile,
} from "../support/hostileFiles.ts"
import { sample, textFile, workbookFile, zipFile } from "../support/meterFiles.ts"
import { saying } from "../support/sentences.ts"

/** Harmful files: each is refused with a sentence, before it costs time or memory. */

const HEADER = "time,Import kWh,Export kWh\n"
const SPACES = new Uint8Array(20_000_000).fill(32)

test.each<[string, Uint8Array, string]>([
  ["nothing", new Uint8Array(0), "empty"],
  ["more than 32 MiB", new Uint8Array(MAX_UPLOAD_BYTES + 1), "larger than 32 MiB"],
  ["NUL bytes", textFile(`${HEADER}2024-01-01 00:00,1\0,2`), "not text"],
  ["one endless line", new Uint8Array(8_000_000).fill(97), "longer than 8192 characters"],
  ["a quote that is never closed", textFile(`${HEADER}"2024-01-01 00:00${"\n1,2,3".repeat(100_000)}`), "a quote"],
  ["a million empty rows", textFile(HEADER + "\n".repeat(1_000_001)), "more than 1000000 rows"],
  ["columns without end", textFile(`${",".repeat(8000)}\n`.repeat(50)), "no known format"],
  ["noise", Uint8Array.from({ length: 5000 }, (_, i) => 33 + ((i * i * 7919) % 200)), "no known format"],
  ["an old Excel file", new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), "save it as .xlsx"],
  ["a PDF", textFile("%PDF-1.7"), "a PDF"],
  ["gzip", new Uint8Array([0x1f, 0x8b, 8]), "unpack it first"],
  ["a database", textFile("SQLite format 3\0"), "a database"],
  ["JSON", textFile('{"a":1}'), "JSON"],
  ["a cut archive", sample("zonneplan-2024.xlsx").subarray(0, 100_000), "damaged zip"],
  ["an archive of something else", zipFile([{ name: "a.csv", content: textFile(HEADER) }]), "without a workbook"],
  ["a date that is none", textFile(`${HEADER}2024-02-30 00:00,1,2\n`), "row 2 of the file has"],
  ["a year out of reach", textFile(`${HEADER}1999-12-31 00:00,1,2\n`), "2000 to 2099"],
  [
    "XML that breaks off",
    zipFile([
      { name: "xl/workbook.xml", content: textFile("<workbook><sheets>") },
      { name: "xl/_rels/workbook.xml.rels", content: textFile("<Relationships/>") },
    ]),
    "workbook or XML is damaged",
  ],
  ["a tag without an end", sheetFile(`<c ${'a="1" '.repeat(100_000)}/>`), "workbook or XML is damaged"],
  ["a text without an end", sheetFile(`<row><c><v>${"&".repeat(400_000)}</v></c></row>`), "workbook or XML is damaged"],
])("%s", (_, bytes, reason) => {
  const read = () => readMeterFile(bytes, "x")
  expect(saying(read)).toThrow(InvalidInput)
  expect(saying(read)).toThrow(reason)
})

test("a bomb is refused by its directory, a lying bomb where the lie ends", () => {
  const honest = zipFile([{ name: "xl/workbook.xml", content: SPACES }])
  expect(saying(() => readMeterFile(honest, "x.xlsx"))).toThrow("more than 100 times its size")
  const lying = zipFile([{ name: "xl/workbook.xml", content: SPACES, claimedBytes: 1000 }])
  expect(saying(() => readMeterFile(lying, "x.xlsx"))).toThrow("damaged zip")
  const many = zipFile(
    Array.from({ length: 14 }, (_, i) => ({ name: `${i}`, content: new Uint8Array(1), claimedBytes: 2e7 })),
  )
  expect(saying(() => readMeterFile(many, "x.xlsx"))).toThrow("more than 64 MiB")
})

test("an encrypted archive says what to do", () => {
  const archive = zipFile([{ name: "a", content: textFile("a") }])
  const entry = archive.findIndex((byte, at) => byte === 0x50 && archive[at + 1] === 0x4b && archive[at + 2] === 1)
  archive[entry + 8]! |= 1
  expect(saying(() => readMeterFile(archive, "x.xlsx"))).toThrow("without a password")
})

test("cells far out of a sheet are not read", () => {
  const archive = sheetFile('<row r="1"><c r="XFD1"><v>1</v></c></row><row r="9999999"/>')
  expect(saying(() => readMeterFile(archive, "x.xlsx"))).toThrow("more than 1000000 rows")
})

test("what a file says of itself is shown short and printable", () => {
  const file = workbookFile({
    evil: [
      [`a\u202e${"b".repeat(500)}`, "c"],
      ["2024-01-01 00:00", "x"],
    ],
  })
  expect(saying(() => readMeterFile(file, "x\n\u001b[31m.xlsx"))).toThrow(
    /^x\?\?\[31m\.xlsx is .*columns a\?b{58}…, c;/,
  )
})

test("a value over 64 characters is refused, whatever it is made of", () => {
  const rows = (value: string) => textFile(`${HEADER}2024-01-01 00:00,${value},1\n2024-01-01 00:15,${value},1\n`)
  for (const value of [
    `${mixedDigits(65)}`,
    `${"1".repeat(8_000)}x`,
    `${"1 ".repeat(4_000)}kWh`,
    `1${".000".repeat(1_900)},`,
  ])
    expect(saying(() => readMeterFile(rows(value), "x.csv"))).toThrow(`row 2 of the file has "`)
})

/** Message of a separate process about a file, and its peak memory [MiB]. */
const readInProcess = async (file: Uint8Array): Promise<{ said: string; peakMiB: number }> => {
  const folder = mkdtempSync(join(tmpdir(), "solar-scan-hostile-"))
  const path = join(folder, "file")
  writeFileSync(path, file)
  const reader = Bun.spawn([process.execPath, join(ROOT, "tests/support/readFileInProcess.ts"), path], {
    stdout: "pipe",
  })
  const { said, peakBytes } = JSON.parse(await new Response(reader.stdout).text())
  rmSync(folder, { recursive: true, force: true })
  return { said, peakMiB: peakBytes / 1024 / 1024 }
}

test("twenty sheets that name one part of 200 MB are refused before anything is unpacked", async () => {
  const file = sharedPartWorkbook(20, 200_000_000, 1_050_000)
  expect(file.length).toBeLessThan(2_400_000)
  const { said, peakMiB } = await readInProcess(file)
  expect(said).toStartWith("the file unpacks to more than 64 MiB")
  expect(peakMiB).toBeLessThan(200)
})

test("twenty sheets that name one part of 60 MB hold some rows of it", async () => {
  const { said, peakMiB } = await readInProcess(sharedPartWorkbook(20, 60_000_000, 1_000_000))
  expect(said).toContain("is an export of no known format (sheet s0;")
  expect(peakMiB).toBeLessThan(200)
})

test("a sheet is read row by row: 50 MB of cells that say nothing take no memory", async () => {
  const plain = await readInProcess(quarterHoursWorkbook(0))
  const wide = await readInProcess(quarterHoursWorkbook(95))
  expect([plain.said, wide.said]).toEqual(["HomeWizard", "HomeWizard"])
  expect(wide.peakMiB).toBeLessThan(plain.peakMiB + 60)
})

test("30 MB of broken quotes are refused at the first row, before their errors take memory", async () => {
  const { said, peakMiB } = await readInProcess(brokenQuotesFile(30_000_000))
  expect(said).toBe("row 2 of the file has a quote that is not closed: download the export again")
  expect(peakMiB).toBeLessThan(300)
})

test("a quoted value may hold line ends, also where the text is parsed in pieces", () => {
  const file = (quoted: (value: string, hour: number) => string) => {
    const rows = Array.from({ length: 9_000 }, (_, hour) => {
      const time = new Date(Date.UTC(2024, 0, 1, hour)).toISOString().slice(0, 16).replace("T", " ")
      return `${time},${quoted(`0.${(hour % 90) + 10}`, hour)},1\n`
    })
    return JSON.stringify(readMeterFile(textFile(HEADER + rows.join("")), "x.csv"))
  }
  expect(file((value, hour) => `"${"\n".repeat(hour % 60)}${value}"`)).toBe(file(value => value))
})

test("elements deeper than a sheet has, and those that stay open, are refused", () => {
  for (const xml of ["<a>".repeat(500_000), "<row><c><v>1", `<row><!--${">".repeat(400_000)}`])
    expect(saying(() => readMeterFile(sheetFile(xml), "x.xlsx"))).toThrow("workbook or XML is damaged")
})
