import { useAppText } from "../text/appText.ts"
import { CopyButton } from "./CopyButton.tsx"

/** A secret that is shown once, with a copy button. */
export const Secret = ({ label, value }: { label: string; value: string }) => {
  const text = useAppText()
  return (
    <div className="message row" role="status">
      <strong>{label}</strong>
      <code>{value}</code>
      <CopyButton label={text.copy} value={value} />
      <span className="small">{text.once}</span>
    </div>
  )
}
