import { useState } from "react"
import { useSettings } from "../lib/settings.tsx"
import { isAmbiguous, typedNumber } from "../lib/typedNumber.ts"
import { useAppText } from "../text/appText.ts"
import { Field } from "../ui/Field.tsx"

interface NumberProps {
  label: string
  hint: string
  /** Undefined: nothing is given yet. */
  value: number | undefined
  onNumber(value: number): void
}

/** A number that is sent when it is left, or with Enter. */
export const NumberField = ({ label, hint, value, onNumber }: NumberProps) => {
  const { format, language } = useSettings()
  const { ambiguousNumber } = useAppText()
  const [error, setError] = useState<string>()
  const send = (text: string) => {
    const isRefused = isAmbiguous(text, language)
    setError(isRefused ? ambiguousNumber(text.trim()) : undefined)
    const number = Number(typedNumber(text))
    if (!isRefused && text.trim() !== "" && number !== value) onNumber(number)
  }
  return (
    <Field
      key={value}
      label={label}
      hint={hint}
      error={error}
      inputMode="decimal"
      defaultValue={value === undefined ? "" : format.typed(value)}
      onBlur={event => send(event.target.value)}
      onKeyDown={event => event.key === "Enter" && event.currentTarget.blur()}
    />
  )
}
