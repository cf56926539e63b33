import { readFileSync } from "node:fs"
import { crc32, deflateRawSync, gunzipSync } from "node:zlib"

const folder = new URL("../../fixtures/meters/", import.meta.url)

/** Bytes of a real meter export of fixtures/meters, unpacked. */
export const sample = (name: string): Uint8Array => {
  const bytes = readFileSync(new URL(name, folder))
  if (name.endsWith(".gz")) return gunzipSync(bytes)
  return name.endsWith(".zst") ? Bun.zstdDecompressSync(bytes) : bytes
}

/** A text as the bytes of a file. */
export const textFile = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Moments of an even grid from a UTC start, in UTC. */
export const grid = (start: string, count: number, stepMin: number): Date[] =>
  Array.from({ length: count }, (_, index) => new Date(Date.parse(start) + index * stepMin * 60_000))

/** Dutch local time of a moment, `YYYY-MM-DD HH:MM:SS`, by the runtime's time zone data, not the product's rules. */
export const dutchClock = (moment: Date): string => wallFormat.format(moment).replace(",", "")

const wallFormat = new Intl.DateTimeFormat("sv-SE", {
  timeZone: "Europe/Amsterdam",
  dateStyle: "short",
  timeStyle: "medium",
})

interface ZipPart {
  name: string
  content: Uint8Array
  /** Unpacked size that the archive claims; default: the true size. */
  claimedBytes?: number
}

/** A zip archive with deflated parts. */
export const zipFile = (parts: ZipPart[]): Uint8Array => {
  const chunks: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const { name, content, claimedBytes = content.length } of parts) {
    const packed = deflateRawSync(content)
    const title = Buffer.from(name)
    const sizes = Buffer.alloc(12)
    sizes.writeUInt32LE(crc32(content), 0)
    sizes.writeUInt32LE(packed.length, 4)
    sizes.writeUInt32LE(claimedBytes, 8)
    const local = Buffer.alloc(30)
    local.writeUInt32LE(0x04034b50, 0)
    local.writeUInt16LE(8, 8)
    sizes.copy(local, 14)
    local.writeUInt16LE(title.length, 26)
    const entry = Buffer.alloc(46)
    entry.writeUInt32LE(0x02014b50, 0)
    entry.writeUInt16LE(8, 10)
    sizes.copy(entry, 16)
    entry.writeUInt16LE(title.length, 28)
    entry.writeUInt32LE(offset, 42)
    directory.push(entry, title)
    chunks.push(local, title, packed)
    offset += 30 + title.length + packed.length
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(Buffer.concat(directory).length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...chunks, ...directory, end])
}

const MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
const LINKS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"

/** A workbook of named sheets; texts become inline strings, numbers numbers, null an absent cell. */
export const workbookFile = (sheets: Record<string, (string | number | null)[][]>): Uint8Array => {
  const names = Object.keys(sheets)
  const xml = (text: string) => textFile(`<?xml version="1.0" encoding="UTF-8"?>${text}`)
  const list = names.map((name, i) => `<sheet name="${name}" sheetId="${i + 1}" r:id="r${i}"/>`).join("")
  const links = names.map((_, i) => `<Relationship Id="r${i}" Target="worksheets/sheet${i}.xml"/>`).join("")
  return zipFile([
    {
      name: "xl/workbook.xml",
      content: xml(`<workbook xmlns="${MAIN}" xmlns:r="${LINKS}"><sheets>${list}</sheets></workbook>`),
    },
    { name: "xl/_rels/workbook.xml.rels", content: xml(`<Relationships>${links}</Relationships>`) },
    ...names.map((name, i) => ({ name: `xl/worksheets/sheet${i}.xml`, content: xml(sheetXml(sheets[name]!)) })),
  ])
}

const sheetXml = (rows: (string | number | null)[][]): string => {
  const cell = (value: string | number | null, column: number, row: number): string => {
    const address = `${String.fromCharCode(65 + column)}${row + 1}`
    if (value === null) return ""
    if (typeof value === "number") return `<c r="${address}"><v>${value}</v></c>`
    return `<c r="${address}" t="inlineStr"><is><t>${value}</t></is></c>`
  }
  const body = rows.map(
    (cells, row) => `<row r="${row + 1}">${cells.map((value, c) => cell(value, c, row)).join("")}</row>`,
  )
  return `<worksheet xmlns="${MAIN}"><sheetData>${body.join("")}</sheetData></worksheet>`
}
