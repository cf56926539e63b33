import { useState } from "react"
import { useAppText } from "../text/appText.ts"

/** Copies a text through a hidden field. Browsers have no clipboard for pages over HTTP, apart from this way. */
const copyByField = (text: string): boolean => {
  const focused = document.activeElement
  const field = document.createElement("textarea")
  field.value = text
  document.body.append(field)
  field.select()
  const isCopied = document.execCommand("copy")
  field.remove()
  if (focused instanceof HTMLElement) focused.focus()
  return isCopied
}

const copied = async (text: string): Promise<boolean> => {
  if (!navigator.clipboard) return copyByField(text)
  return navigator.clipboard.writeText(text).then(
    () => true,
    () => copyByField(text),
  )
}

/** A button that copies a text, and says so. */
export const CopyButton = ({ label, value, className }: { label: string; value: string; className?: string }) => {
  const text = useAppText()
  const [done, setDone] = useState<string>()
  return (
    <button
      type="button"
      className={className}
      onClick={async () => setDone((await copied(value)) ? value : undefined)}
    >
      <span aria-live="polite">{done === value ? text.copied : label}</span>
    </button>
  )
}
