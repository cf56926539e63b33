import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from "react"
import { remember, remembered } from "../lib/memory.ts"

/** Open folds of the form. */
export interface Folds {
  open: ReadonlySet<string>
  areAllOpen: boolean
  turn(name: string, isOpen: boolean): void
  setAll(isOpen: boolean): void
}

const NAMES = [
  ...(["customer", "consumption", "roofs", "existing", "horizon"] as const),
  ...(["battery", "contract", "offers", "goal"] as const),
]
export type FoldName = (typeof NAMES)[number]
const KEY = "folds"

const Context = createContext<Folds | undefined>(undefined)

/**
 * Restores the folds that this browser stored.
 * @param areAllOpen opens every fold regardless of the stored state: a prefilled form shows all its values
 */
export const useFolds = (areAllOpen: boolean): Folds => {
  const [open, setOpen] = useState<ReadonlySet<string>>(
    () => new Set(areAllOpen ? NAMES : (remembered(KEY) ?? "").split(" ").filter(Boolean)),
  )
  const isFirst = useRef(true)
  useEffect(() => {
    if (!isFirst.current) remember(KEY, [...open].join(" "))
    isFirst.current = false
  }, [open])
  return useMemo(
    () => ({
      open,
      areAllOpen: open.size === NAMES.length,
      turn: (name, isOpen) =>
        setOpen(before => {
          if (before.has(name) === isOpen) return before
          return new Set(isOpen ? [...before, name] : [...before].filter(other => other !== name))
        }),
      setAll: isOpen => setOpen(new Set(isOpen ? NAMES : [])),
    }),
    [open],
  )
}

export const FoldsProvider = Context

/** Fields that most readers leave unchanged. Folding keeps the values. */
export const Fold = ({ name, title, children }: { name: FoldName; title: string; children: ReactNode }) => {
  const folds = useContext(Context)
  if (!folds) throw new Error("a fold is outside of its form")
  return (
    <details
      className="card fold"
      id={`part-${name}`}
      open={folds.open.has(name)}
      onToggle={event => event.target === event.currentTarget && folds.turn(name, event.currentTarget.open)}
    >
      <summary>{title}</summary>
      <div className="stack">{children}</div>
    </details>
  )
}
