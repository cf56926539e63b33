import { Parser } from "saxen"
import { refuse, shown } from "./refusal.ts"
import { cellText, HEAD_ROWS, MAX_COLUMNS, MAX_ROWS, type RowHandler, type Table } from "./table.ts"
import { openZip, type ZipReader } from "./zip.ts"

/** Reads the cell texts of Office Open XML workbooks (ECMA-376 part 1, SpreadsheetML): no styles, no formulas. */

const MAX_SHEETS = 20
/** Characters between the ends of two tags: a cell of a spreadsheet holds 32,767, and its attributes take a moment each. */
const MAX_TAG_LENGTH = 256 * 1024
/** Characters of a cell's text that are decoded: far more than are kept, since a character may be written as ten. */
const MAX_RAW_TEXT_LENGTH = 8192

/** Callbacks of a walk through XML; names without prefix. A closing tag answered with false ends the walk. */
interface Handlers {
  open?: (name: string, attributes: () => Record<string, string>) => void
  text?: (text: string) => void
  close?: (name: string) => unknown
}

/**
 * The sheets of a workbook, in its order, each unpacked when it is asked for: who lets go of one before the next holds one at
 * a time. A part that several sheets name is read once. Numbers and dates come as the text that the file keeps: a date is a
 * serial number, days since 30 December 1899. Throws InvalidInput for what is no workbook or grows past the bounds.
 */
export function* workbookTables(bytes: Uint8Array): Generator<Table> {
  const zip = openZip(bytes)
  const workbook = xmlPart(zip, "xl/workbook.xml")
  const links = xmlPart(zip, "xl/_rels/workbook.xml.rels")
  if (workbook === null || links === null) {
    return refuse("file-without-workbook")
  }
  const targets = new Map<string | undefined, string>()
  walk(links, {
    open: (name, attributes) => {
      if (name === "Relationship") targets.set(attributes().Id, partName(attributes().Target ?? ""))
    },
  })
  const strings = sharedStrings(xmlPart(zip, "xl/sharedStrings.xml") ?? "")
  const seen = new Set<string>()
  for (const { name, link } of sheetsOf(workbook)) {
    const part = targets.get(link) ?? ""
    if (seen.has(part)) continue
    seen.add(part)
    const sheet = xmlPart(zip, part) ?? refuse("file-sheet-missing", { sheet: shown(name) })
    yield sheetTable(name, sheet, strings)
  }
}

const xmlPart = (zip: ZipReader, name: string): string | null => {
  const part = zip(name)
  return part && new TextDecoder().decode(part)
}

const partName = (target: string): string => (target.startsWith("/") ? target.slice(1) : `xl/${target}`)

const walk = (xml: string, { open, text, close }: Handlers): void => {
  if (xml === "") return
  checkTags(xml)
  const parser = new Parser()
  if (open) parser.on("openTag", (name, attributes) => open(localName(name), attributes))
  if (text) {
    parser.on("text", (piece, decode) => text(decode(piece.slice(0, MAX_RAW_TEXT_LENGTH))))
    parser.on("cdata", text)
  }
  if (close) {
    parser.on("closeTag", name => {
      if (close(localName(name)) === false) parser.stop()
    })
  }
  parser.on("warn", () => {})
  parser.on("error", () => refuse("file-workbook-damaged"))
  parser.parse(xml)
}

/** Refuses a tag, or a text, without an end. Looks only as often as such a length fits in. */
const checkTags = (xml: string): void => {
  for (let end = 0; end < xml.length - MAX_TAG_LENGTH; ) {
    const next = xml.lastIndexOf(">", end + MAX_TAG_LENGTH)
    if (next <= end) refuse("file-workbook-damaged")
    end = next
  }
}

const localName = (name: string): string => name.slice(name.indexOf(":") + 1)

const sheetsOf = (workbook: string): { name: string; link: string }[] => {
  const sheets: { name: string; link: string }[] = []
  walk(workbook, {
    open: (name, attributes) => {
      if (name === "workbookPr" && /^(1|true)$/.test(attributes().date1904 ?? "")) {
        refuse("file-days-from-1904")
      }
      if (name !== "sheet" || sheets.length === MAX_SHEETS) return
      const values = attributes()
      const link = Object.keys(values).find(key => localName(key) === "id")
      sheets.push({ name: values.name ?? "", link: link ? values[link]! : "" })
    },
  })
  return sheets
}

const sheetTable = (name: string, sheet: string, strings: string[]): Table => {
  const head: string[][] = []
  readRows(sheet, strings, cells => head.push(cells) < HEAD_ROWS)
  return { kind: { container: "sheet", name: shown(name) }, head, forEachRow: onRow => readRows(sheet, strings, onRow) }
}

const sharedStrings = (xml: string): string[] => {
  const strings: string[] = []
  let text = ""
  let phonetic = false
  walk(xml, {
    open: name => {
      if (name === "si") text = ""
      else if (name === "rPh") phonetic = true
    },
    text: piece => {
      if (!phonetic && text.length < MAX_RAW_TEXT_LENGTH) text += piece
    },
    close: name => {
      if (name === "si") strings.push(cellText(text))
      else if (name === "rPh") phonetic = false
    },
  })
  return strings
}

/** Passes the rows of a sheet on. A cell's address may be left out; its text is in `v` or, inline, in `is`. */
const readRows = (sheet: string, strings: string[], onRow: RowHandler): void => {
  let row = 0
  let cells: string[] = []
  let column = -1
  let type = ""
  let text = ""
  let inValue = false
  walk(sheet, {
    open: (name, attributes) => {
      if (name === "row") {
        row = Number(attributes().r) || row + 1
        if (row > MAX_ROWS) refuse("file-rows", { maximum: MAX_ROWS })
        cells = []
        column = -1
      } else if (name === "c") {
        const { r, t } = attributes()
        column = r ? columnOf(r) : column + 1
        type = t ?? ""
        text = ""
      } else if (name === "v" || name === "is") inValue = true
      else if (name === "rPh") inValue = false
    },
    text: piece => {
      if (inValue && text.length < MAX_RAW_TEXT_LENGTH) text += piece
    },
    close: name => {
      if (name === "v" || name === "is") inValue = false
      else if (name === "rPh") inValue = true
      else if (name === "row") return onRow(cells, row)
      else if (name === "c" && column < MAX_COLUMNS) {
        while (cells.length < column) cells.push("")
        cells[column] = type === "s" ? (strings[Number(text)] ?? "") : cellText(text)
      }
    },
  })
}

/** Column of a cell address, from 0: A1 is 0, AB7 is 27. */
const columnOf = (address: string): number => {
  let column = 0
  for (let index = 0; index < address.length; index++) {
    const letter = address.charCodeAt(index) - 64
    if (letter < 1 || letter > 26) break
    column = column * 26 + letter
  }
  return column - 1
}
