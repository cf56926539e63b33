/** Saves a text as a file of the reader's. */
export const download = (name: string, mediaType: string, content: string): void => {
  const url = URL.createObjectURL(new Blob([content], { type: mediaType }))
  const link = Object.assign(document.createElement("a"), { href: url, download: name })
  link.click()
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
