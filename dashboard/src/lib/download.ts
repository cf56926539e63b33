import { saveAs } from "./saveAs.ts"

/** Saves a text as a file of the reader's. */
export const download = (name: string, mediaType: string, content: string): void => {
  const url = URL.createObjectURL(new Blob([content], { type: mediaType }))
  saveAs(name, url)
  URL.revokeObjectURL(url)
}

/** Columns of numbers as CSV (RFC 4180), with the row's number first. */
export const csvOf = (rowName: string, columns: Record<string, readonly number[]>): string => {
  const names = Object.keys(columns)
  const arrays = Object.values(columns)
  const rows = Array.from({ length: arrays[0]?.length ?? 0 }, (_, row) =>
    [row, ...arrays.map(values => values[row])].join(","),
  )
  return `${[[rowName, ...names].join(","), ...rows].join("\r\n")}\r\n`
}

/** A cell in the form of RFC 4180; a cell that a spreadsheet would read as a formula begins with an apostrophe. */
const cellOf = (value: unknown): string => {
  const text = typeof value === "string" && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Rows of any values as CSV (RFC 4180) under their names. */
export const csvOfRows = (names: readonly string[], rows: readonly (readonly unknown[])[]): string =>
  `${[names, ...rows].map(row => row.map(cellOf).join(",")).join("\r\n")}\r\n`
