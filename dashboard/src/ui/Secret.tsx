import { useState } from "react"
import { useAppText } from "../text/appText.ts"

/** A secret that is shown once, with a copy button. */
export const Secret = ({ label, value }: { label: string; value: string }) => {
  const text = useAppText()
  const [isCopied, setCopied] = useState(false)
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <div className="message row" role="status">
      <strong>{label}</strong>
      <code>{value}</code>
      <button type="button" onClick={copy}>
        {isCopied ? text.copied : text.copy}
      </button>
      <span className="small">{text.once}</span>
    </div>
  )
}
