import { useAppText } from "../text/appText.ts"

export interface MovesProps {
  /** Text of the line, or name of the photo. */
  description: string
  isFirst: boolean
  isLast: boolean
  /** Moves it by a number of places. */
  onMove(places: number): void
}

/** Buttons that move an entry of a list and keep the focus, also at the ends. */
export const Moves = ({ description, isFirst, isLast, onMove }: MovesProps) => {
  const { offer } = useAppText()
  const button = (sign: string, label: string, places: number, isEnd: boolean) => (
    <button
      type="button"
      className="plain"
      aria-label={label}
      aria-disabled={isEnd}
      onClick={({ currentTarget }) => {
        if (isEnd) return
        onMove(places)
        // A moved element loses the focus.
        requestAnimationFrame(() => currentTarget.focus())
      }}
    >
      {sign}
    </button>
  )
  return (
    <span>
      {button("↑", offer.moveUp(description), -1, isFirst)}
      {button("↓", offer.moveDown(description), 1, isLast)}
    </span>
  )
}

/** A list with the entry at `index` moved by a number of places. */
export const moved = <T,>(list: readonly T[], index: number, places: number): T[] =>
  list.toSpliced(index, 1).toSpliced(index + places, 0, list[index]!)
