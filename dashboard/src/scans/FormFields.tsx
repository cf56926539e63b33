import { createContext, type ReactNode, useContext } from "react"
import { usePageWords } from "../lib/pageWords.tsx"
import { useSettings } from "../lib/settings.tsx"
import { Check, Choice, Field } from "../ui/Field.tsx"
import type { Values } from "./paths.ts"

/** State of the form around the fields: values, changes and error messages. */
export interface FormState {
  values: Values
  set(path: string, value: string): void
  errors: Readonly<Record<string, string>>
}

const Context = createContext<FormState | undefined>(undefined)
export const FormProvider = Context

/** The form of a field. */
export const useFormState = (): FormState => {
  const form = useContext(Context)
  if (!form) throw new Error("a field is outside of its form")
  return form
}

/** Error of a field in the words of the page; its label replaces its path. */
export const useErrors = () => {
  const { errors } = useFormState()
  const inPageWords = usePageWords()
  return (path: string, label: string): string | undefined => {
    const error = errors[path]?.replace(path, () => label)
    return error && inPageWords(error)
  }
}

const useField = (path: string, label: string) => {
  const form = useFormState()
  const errorOf = useErrors()
  return {
    value: form.values[path] ?? "",
    error: errorOf(path, label),
    set: (value: string) => form.set(path, value),
  }
}

interface FieldProps {
  path: string
  label: string
  /** Hint; in an amount `¤` is replaced by the form's currency. */
  hint?: string | undefined
  /** Default value if the field is left empty. */
  placeholder?: string | undefined
  isText?: boolean
}

/** A number, or a text, of the request. */
export const RequestField = ({ path, label, hint, placeholder, isText }: FieldProps) => {
  const { value, error, set } = useField(path, label)
  const { format } = useSettings()
  return (
    <Field
      label={label}
      hint={hint?.replace("¤", format.sign)}
      error={error}
      value={value}
      inputMode={isText ? "text" : "decimal"}
      placeholder={placeholder}
      autoComplete="off"
      onChange={event => set(event.target.value)}
    />
  )
}

interface ChoiceProps extends Pick<FieldProps, "path" | "label"> {
  options: readonly (readonly [string, string])[]
  /** Further changes by the choice. */
  onChoice?(value: string): void
}

/** A choice of the request. */
export const RequestChoice = ({ path, label, options, onChoice }: ChoiceProps) => {
  const { value, error, set } = useField(path, label)
  const choose = (chosen: string) => {
    set(chosen)
    onChoice?.(chosen)
  }
  return <Choice {...{ label, error, options, value }} onChange={event => choose(event.target.value)} />
}

/** A yes-or-no field of the request. */
export const RequestCheck = ({ path, label }: { path: string; label: string }) => {
  const { value, set } = useField(path, label)
  return (
    <Check label={label} checked={value === "true"} onChange={event => set(event.target.checked ? "true" : "false")} />
  )
}

/** Fields that belong together. */
export const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <fieldset className="card">
    <legend>{title}</legend>
    <div className="fields">{children}</div>
  </fieldset>
)
