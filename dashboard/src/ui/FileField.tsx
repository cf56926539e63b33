import { type ComponentProps, useEffect, useRef, useState } from "react"
import { useAppText } from "../text/appText.ts"
import { Labelled } from "./Field.tsx"

type FileFieldProps = ComponentProps<"input"> & { label: string; hint?: string }

/** A field for a file to choose or drop, in the page's language; a browser's own button uses the browser's language. */
export const FileField = ({ label, hint, onChange, ...input }: FileFieldProps) => {
  const { file } = useAppText()
  const [name, setName] = useState<string>()
  const element = useRef<HTMLInputElement>(null)
  useEffect(() => {
    const form = element.current?.form
    const forget = () => setName(undefined)
    form?.addEventListener("reset", forget)
    return () => form?.removeEventListener("reset", forget)
  }, [])
  return (
    <Labelled label={label} hint={hint}>
      {attributes => (
        <span className="file">
          <input
            type="file"
            ref={element}
            {...input}
            {...attributes}
            onChange={event => {
              setName(input.multiple ? undefined : event.target.files?.[0]?.name)
              onChange?.(event)
            }}
          />
          <span className="button" aria-hidden="true">
            {file.choose}
          </span>
          <bdi className="small muted">{name ?? file.none}</bdi>
        </span>
      )}
    </Labelled>
  )
}
