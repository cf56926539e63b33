import { useSettings } from "../lib/settings.tsx"
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
  const { format } = useSettings()
  const send = (text: string) => {
    const number = Number(text.replace(",", "."))
    if (text.trim() !== "" && number !== value) onNumber(number)
  }
  return (
    <Field
      key={value}
      label={label}
      hint={hint}
      inputMode="decimal"
      defaultValue={value === undefined ? "" : format.typed(value)}
      onBlur={event => send(event.target.value)}
      onKeyDown={event => event.key === "Enter" && event.currentTarget.blur()}
    />
  )
}
