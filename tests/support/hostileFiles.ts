import { textFile, zipFile } from "./meterFiles.ts"

/** Digits without a pattern, the same in every run. */
export const mixedDigits = (count: number): string => {
  let state = 1
  const digit = () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 16) % 10
  }
  return Array.from({ length: count }, digit).join("")
}

/**
 * A workbook whose sheets all refer to one part of `partBytes` that compresses to a thousandth. Another part of
 * `paddingBytes` does not compress, so the whole file grows less than a hundred times.
 */
export const sharedPartWorkbook = (sheets: number, partBytes: number, paddingBytes: number): Uint8Array => {
  const names = Array.from({ length: sheets }, (_, sheet) => sheet)
  const list = names.map(sheet => `<sheet name="s${sheet}" id="r${sheet}"/>`).join("")
  const links = names.map(sheet => `<Relationship Id="r${sheet}" Target="a.xml"/>`).join("")
  const row = `<row><c><v>${mixedDigits(9)}</v></c><c><v>${mixedDigits(9)}</v></c></row>`
  const rows = row.repeat(Math.ceil(partBytes / row.length))
  return zipFile([
    { name: "xl/workbook.xml", content: textFile(`<workbook><sheets>${list}</sheets></workbook>`) },
    { name: "xl/_rels/workbook.xml.rels", content: textFile(`<Relationships>${links}</Relationships>`) },
    { name: "xl/a.xml", content: textFile(`<worksheet><sheetData>${rows}</sheetData></worksheet>`) },
    { name: "padding", content: noise(paddingBytes) },
  ])
}

/** A workbook of one sheet of any XML. */
export const sheetFile = (xml: string): Uint8Array =>
  zipFile([
    { name: "xl/workbook.xml", content: textFile('<workbook><sheets><sheet name="a" id="r0"/></sheets></workbook>') },
    {
      name: "xl/_rels/workbook.xml.rels",
      content: textFile('<Relationships><Relationship Id="r0" Target="a.xml"/></Relationships>'),
    },
    { name: "xl/a.xml", content: textFile(`<worksheet><sheetData>${xml}</sheetData></worksheet>`) },
    { name: "padding", content: noise(20_000) },
  ])

const noise = (count: number): Uint8Array => {
  let state = 1
  return Uint8Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return state >>> 24
  })
}

/**
 * A workbook with import and export of a year by quarter-hours. Each row has `cellsMore` further cells without a
 * meaning.
 */
export const quarterHoursWorkbook = (cellsMore: number): Uint8Array => {
  const text = (title: string) => `<c t="inlineStr"><is><t>${title}</t></is></c>`
  const more = "<c><v>0</v></c>".repeat(cellsMore)
  const rows = Array.from({ length: 35_040 }, (_, index) => {
    const row = index + 2
    const day = (43831 + index / 96).toFixed(9)
    return `<row r="${row}" spans="1:3"><c r="A${row}" s="1"><v>${day}</v></c><c r="B${row}" s="2"><v>0.${(index % 90) + 10}</v></c><c r="C${row}" s="2"><v>0.1</v></c>${more}</row>`
  })
  return sheetFile(`<row>${["time", "Import kWh", "Export kWh"].map(text).join("")}</row>${rows.join("")}`)
}

/**
 * A meter file of about `bytes` bytes whose first value opens a quote. Each line has two thousand quotes that close
 * nothing.
 */
export const brokenQuotesFile = (bytes: number): Uint8Array => {
  const line = `"${'x"y'.repeat(2_000)}\n`
  return textFile(`time,Import kWh,Export kWh\n${line.repeat(Math.floor(bytes / line.length))}`)
}
