import { refuse, shown } from "./refusal.ts"
import { cellText, HEAD_ROWS, MAX_COLUMNS, MAX_ROWS, type RowHandler, type Table } from "./table.ts"
import { localName, walkXml } from "./xml.ts"
import { openZip, type ZipPart } from "./zip.ts"

/** Reads the cell texts of Office Open XML workbooks (ECMA-376 part 1, SpreadsheetML): no styles, no formulas. */

const MAX_SHEETS = 20
/** Maximum number of collected characters of a cell, more than are stored, because spaces at its ends are removed. */
const MAX_RAW_TEXT_LENGTH = 8192

/**
 * The sheets of a workbook, in its order. A sheet is unpacked while its rows are read, again at each reading, so that
 * only a row and the shared texts of cells are in memory. A part that several sheets name is one sheet. Numbers and
 * dates come as the text that the file keeps: a date is a serial number, days since 30 December 1899. Throws
 * InvalidInput for a file that is no workbook or grows past the bounds.
 */
export function* workbookTables(bytes: Uint8Array): Generator<Table> {
  const zip = openZip(bytes)
  const workbook = zip("xl/workbook.xml")
  const links = zip("xl/_rels/workbook.xml.rels")
  if (workbook === null || links === null) {
    return refuse("file-without-workbook")
  }
  const targets = new Map<string | undefined, string>()
  walkXml(links(), {
    open: (name, { Id, Target }) => {
      if (name === "Relationship") targets.set(Id, partName(Target ?? ""))
    },
  })
  const strings = sharedStrings(zip("xl/sharedStrings.xml"))
  const seen = new Set<string>()
  for (const { name, link } of sheetsOf(workbook)) {
    const part = targets.get(link) ?? ""
    if (seen.has(part)) continue
    seen.add(part)
    const sheet = zip(part) ?? refuse("file-sheet-missing", { sheet: shown(name) })
    yield sheetTable(name, sheet, strings)
  }
}

const partName = (target: string): string => (target.startsWith("/") ? target.slice(1) : `xl/${target}`)

const sheetsOf = (workbook: ZipPart): { name: string; link: string }[] => {
  const sheets: { name: string; link: string }[] = []
  walkXml(workbook(), {
    open: (name, values) => {
      if (name === "workbookPr" && /^(1|true)$/.test(values.date1904 ?? "")) {
        refuse("file-days-from-1904")
      }
      if (name !== "sheet" || sheets.length === MAX_SHEETS) return
      const link = Object.keys(values).find(key => localName(key) === "id")
      sheets.push({ name: values.name ?? "", link: link ? values[link]! : "" })
    },
  })
  return sheets
}

const sheetTable = (name: string, sheet: ZipPart, strings: string[]): Table => {
  const head: string[][] = []
  readRows(sheet, strings, cells => head.push(cells) < HEAD_ROWS)
  return { kind: { container: "sheet", name: shown(name) }, head, forEachRow: onRow => readRows(sheet, strings, onRow) }
}

const sharedStrings = (part: ZipPart | null): string[] => {
  const strings: string[] = []
  if (part === null) return strings
  let text = ""
  let phonetic = false
  walkXml(part(), {
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
const readRows = (sheet: ZipPart, strings: string[], onRow: RowHandler): void => {
  let row = 0
  let cells: string[] = []
  let column = -1
  let type = ""
  let text = ""
  let inValue = false
  walkXml(sheet(), {
    open: (name, attributes) => {
      if (name === "row") {
        row = Number(attributes.r) || row + 1
        if (row > MAX_ROWS) refuse("file-rows", { maximum: MAX_ROWS })
        cells = []
        column = -1
      } else if (name === "c") {
        const { r, t } = attributes
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
