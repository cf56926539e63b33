import { type ComponentProps, useId, useState } from "react"
import { useSettings } from "../lib/settings.tsx"
import { Labelled } from "./Field.tsx"

interface DateFieldProps extends Omit<ComponentProps<"input">, "type"> {
  label: string
  hint?: string
  /** Includes a time of the reader's clock. */
  hasTime?: boolean
}

/**
 * A date, picked in the browser's own field, which has the browser's order of day and month; below it, as the page's
 * language writes it.
 */
export const DateField = ({ label, hint, hasTime = false, onChange, ...input }: DateFieldProps) => {
  const { format } = useSettings()
  const [typed, setTyped] = useState(String(input.value ?? ""))
  const saidId = useId()
  const picked = String(input.value ?? typed)
  // Noon is on the same day in every zone of the reader.
  const said = picked && (hasTime ? format.dateTime(picked) : format.date(`${picked}T12:00`))
  return (
    <Labelled label={label} hint={hint}>
      {({ "aria-describedby": described, ...attributes }) => (
        <>
          <input
            {...input}
            {...attributes}
            type={hasTime ? "datetime-local" : "date"}
            aria-describedby={[described, saidId].filter(Boolean).join(" ")}
            onChange={event => {
              setTyped(event.target.value)
              onChange?.(event)
            }}
          />
          <span className="small muted" id={saidId}>
            {said}
          </span>
        </>
      )}
    </Labelled>
  )
}
