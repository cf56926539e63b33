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
 * A workbook whose sheets all name one part of `partBytes`, which packs a thousand times smaller, and a part that does not
 * pack, of `paddingBytes`: by the size of the whole file it grows less than a hundred times.
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
