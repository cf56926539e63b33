import { expect, test } from "bun:test"
import { InvalidInput } from "../../domain/errors.ts"
import { MAX_UPLOAD_BYTES, readMeterFile } from "../../domain/site/meters/readMeterFile.ts"
import { sample, textFile, workbookFile, zipFile } from "../support/meterFiles.ts"

/** Files made to hurt: each is refused with a sentence, before it costs time or memory. */

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
    "workbook is damaged",
  ],
])("%s", (_, bytes, reason) => {
  const read = () => readMeterFile(bytes, "x")
  expect(read).toThrow(InvalidInput)
  expect(read).toThrow(reason)
})

test("a bomb is refused by its directory, a lying bomb where the lie ends", () => {
  const honest = zipFile([{ name: "xl/workbook.xml", content: SPACES }])
  expect(() => readMeterFile(honest, "x.xlsx")).toThrow("more than 100 times its size")
  const lying = zipFile([{ name: "xl/workbook.xml", content: SPACES, claimedBytes: 1000 }])
  expect(() => readMeterFile(lying, "x.xlsx")).toThrow("damaged zip")
  const many = zipFile(
    Array.from({ length: 14 }, (_, i) => ({ name: `${i}`, content: new Uint8Array(1), claimedBytes: 2e7 })),
  )
  expect(() => readMeterFile(many, "x.xlsx")).toThrow("more than 64 MiB")
})

test("an encrypted archive says what to do", () => {
  const archive = zipFile([{ name: "a", content: textFile("a") }])
  const entry = archive.findIndex((byte, at) => byte === 0x50 && archive[at + 1] === 0x4b && archive[at + 2] === 1)
  archive[entry + 8] |= 1
  expect(() => readMeterFile(archive, "x.xlsx")).toThrow("without a password")
})

test("cells far out of a sheet are not read", () => {
  const sheet =
    '<worksheet><sheetData><row r="1"><c r="XFD1"><v>1</v></c></row><row r="9999999"/></sheetData></worksheet>'
  const archive = zipFile([
    { name: "xl/workbook.xml", content: textFile('<workbook><sheets><sheet name="a" id="r0"/></sheets></workbook>') },
    {
      name: "xl/_rels/workbook.xml.rels",
      content: textFile('<Relationships><Relationship Id="r0" Target="a.xml"/></Relationships>'),
    },
    { name: "xl/a.xml", content: textFile(sheet) },
  ])
  expect(() => readMeterFile(archive, "x.xlsx")).toThrow("more than 1000000 rows")
})

test("what a file says of itself is shown short and printable", () => {
  const file = workbookFile({
    evil: [
      [`a\u202e${"b".repeat(500)}`, "c"],
      ["2024-01-01 00:00", "x"],
    ],
  })
  expect(() => readMeterFile(file, "x\n\u001b[31m.xlsx")).toThrow(/^x\?\?\[31m\.xlsx is .*columns a\?b{58}…, c;/)
})
