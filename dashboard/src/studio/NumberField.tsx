import { useState } from "react"
import { useSettings } from "../lib/settings.tsx"
import { isAmbiguous, typedNumber } from "../lib/typedNumber.ts"
import { useAppText } from "../text/appText.ts"
import { Field } from "../ui/Field.tsx"

interface NumberProps {
  label: string
  hint: string
  /** Undefined: no value yet. */
  value: number | undefined
  /** Resolves once the service's state is reloaded, with the error if the number was refused. */
  onNumber(value: number): Promise<Error | undefined>
}

/** A number field that sends its value on leaving it, or with Enter. A refused value stays, with the reason. */
export const NumberField = ({ label, hint, value, onNumber }: NumberProps) => {
  const { format, language } = useSettings()
  const { ambiguousNumber } = useAppText()
  const [typed, setTyped] = useState<{ text: string; isSent?: true; error?: string }>()
  const send = async (text: string) => {
    if (isAmbiguous(text, language)) return setTyped({ text, error: ambiguousNumber(text.trim()) })
    const number = Number(typedNumber(text))
    if (text.trim() === "" || number === value) return setTyped(undefined)
    const sent = { text, isSent: true } as const
    setTyped(sent)
    const refusal = await onNumber(number)
    setTyped(latest => (latest !== sent ? latest : refusal && { text, error: refusal.message }))
  }
  return (
    <Field
      label={label}
      hint={hint}
      error={typed?.error}
      inputMode="decimal"
      value={typed?.text ?? (value === undefined ? "" : format.typed(value))}
      onChange={event => setTyped({ text: event.target.value })}
      onBlur={() => typed && !typed.isSent && !typed.error && send(typed.text)}
      onKeyDown={event => event.key === "Enter" && event.currentTarget.blur()}
    />
  )
}
