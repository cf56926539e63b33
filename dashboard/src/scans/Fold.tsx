import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from "react"
import { remember, remembered } from "../lib/memory.ts"

/** Which folds of the form are open. */
export interface Folds {
  open: ReadonlySet<string>
  areAllOpen: boolean
  turn(name: string, isOpen: boolean): void
  setAll(isOpen: boolean): void
}

const NAMES = ["customer", "consumption", "roofs", "existing", "battery", "contract", "offers", "goal"] as const
export type FoldName = (typeof NAMES)[number]
const KEY = "folds"

const Context = createContext<Folds | undefined>(undefined)

/**
 * Folds as this browser left them. @param areAllOpen whatever it left: a form that comes filled in shows what it has
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

/** Fields that most leave as they are. What is in it stays when it is folded. */
export const Fold = ({ name, title, children }: { name: FoldName; title: string; children: ReactNode }) => {
  const folds = useContext(Context)
  if (!folds) throw new Error("a fold is outside of its form")
  return (
    <details
      className="card fold"
      open={folds.open.has(name)}
      onToggle={event => event.target === event.currentTarget && folds.turn(name, event.currentTarget.open)}
    >
      <summary>{title}</summary>
      <div className="stack">{children}</div>
    </details>
  )
}
