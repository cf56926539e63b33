import { type ComponentProps, type ReactNode, useId } from "react"
import { whole } from "../lib/format.ts"

interface LabelledProps {
  label: string
  /** Unit, or another help for filling it in. */
  hint?: string | undefined
  /** Error of the field. */
  error?: string | undefined
  children(attributes: { id: string; "aria-describedby"?: string; "aria-invalid"?: true }): ReactNode
}

/** A control with its label, a hint and its error. */
export const Labelled = ({ label, hint, error, children }: LabelledProps) => {
  const id = useId()
  const described = [hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ")
  return (
    <div className="field">
      <label htmlFor={id}>
        {label}
        {hint ? (
          <span className="muted" id={`${id}-hint`}>
            {" "}
            {whole(hint)}
          </span>
        ) : null}
      </label>
      {children({
        id,
        ...(described ? { "aria-describedby": described } : {}),
        ...(error ? { "aria-invalid": true } : {}),
      })}
      {error ? (
        <span className="wrong" id={`${id}-error`}>
          {error}
        </span>
      ) : null}
    </div>
  )
}

type FieldProps = Omit<LabelledProps, "children"> & ComponentProps<"input">

/** A text input of one line. */
export const Field = ({ label, hint, error, ...input }: FieldProps) => (
  <Labelled label={label} hint={hint} error={error}>
    {attributes => <input {...input} {...attributes} />}
  </Labelled>
)

type ChoiceProps = Omit<LabelledProps, "children"> &
  ComponentProps<"select"> & { options: readonly (readonly [value: string, name: string])[] }

/** A choice from a list. */
export const Choice = ({ label, hint, error, options, ...select }: ChoiceProps) => (
  <Labelled label={label} hint={hint} error={error}>
    {attributes => (
      <select {...select} {...attributes}>
        {options.map(([value, name]) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    )}
  </Labelled>
)

/** A checkbox. */
export const Check = ({ label, ...input }: { label: string } & ComponentProps<"input">) => (
  <label className="check">
    <input type="checkbox" {...input} />
    {label}
  </label>
)
