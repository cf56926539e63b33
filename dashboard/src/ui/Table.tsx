import { type ReactNode, useState } from "react"
import { useSettings } from "../lib/settings.tsx"
import { Name } from "./Name.tsx"

export interface Row {
  key: string
  cells: readonly ReactNode[]
  isTotal?: boolean
}

interface TableProps {
  /** Name of the table for readers who cannot see its surroundings. */
  label: string
  head: readonly string[]
  rows: readonly Row[]
  /** Number of leading columns with words, or the indices of such columns from 0; other columns have figures. */
  words?: number | readonly number[]
  /** Rows become cards on a phone. */
  isListing?: boolean
  /** A list: its rows become cards on tablets too. */
  isWide?: boolean
  /** Column headings after the first are user-given names. */
  isHeadedByNames?: boolean
}

/** A table of figures: the first cell of a row names it. Scrolls by itself, with the keyboard too. */
export const Table = ({ label, head, rows, words = 1, isListing, isWide, isHeadedByNames }: TableProps) => {
  const classOf = (column: number) =>
    (typeof words === "number" ? column < words : words.includes(column)) ? "word" : undefined
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a place that scrolls must be reached without a mouse
    // biome-ignore lint/a11y/useSemanticElements: a section per table would crowd the list of landmarks
    <div className="scroll" role="group" tabIndex={0} aria-label={label}>
      <table className={["figures", isListing && "listing", isWide && "wide"].filter(Boolean).join(" ")}>
        <thead>
          <tr>
            {head.map((name, column) => (
              <th scope="col" key={name} className={classOf(column)}>
                {isHeadedByNames && column > 0 ? <Name>{name}</Name> : name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells: [name, ...values], isTotal }) => (
            <tr key={key} className={isTotal ? "total" : undefined}>
              <th scope="row">{name}</th>
              {values.map((value, column) => (
                <td
                  key={head[column + 1]}
                  className={classOf(column + 1)}
                  data-label={isListing ? head[column + 1] : undefined}
                >
                  {value}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** The figures of a chart, folded away beneath it and made when they are unfolded. */
export const FoldedTable = (props: TableProps) => {
  const { text } = useSettings()
  const [isOpen, setOpen] = useState(false)
  return (
    <details onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>{text.report.table}</summary>
      {isOpen ? <Table {...props} /> : null}
    </details>
  )
}
