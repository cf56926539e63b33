import type { ReactNode } from "react"
import { submitted, useAction } from "../lib/action.ts"
import { download } from "../lib/download.ts"
import { FileField } from "../ui/FileField.tsx"
import { Problem } from "../ui/Problem.tsx"

export const CSV = "text/csv"

interface CsvExchangeProps {
  words: { file: string; hint: string; read: string; export: string }
  fileName: string
  /** Sends the chosen file with the other fields of the form. */
  send(file: Blob, data: FormData): Promise<void>
  load(): Promise<Pick<Response, "text">>
  fields?: ReactNode
  buttons?: ReactNode
  children?: ReactNode
}

/** Reads a list from a CSV file, and saves the list as one. */
export const CsvExchange = ({ words, fileName, send, load, fields, buttons, children }: CsvExchangeProps) => {
  const read = useAction(async (form: HTMLFormElement) => {
    const data = new FormData(form)
    const file = data.get("file")
    if (!(file instanceof File)) return
    await send(new Blob([await file.arrayBuffer()], { type: CSV }), data)
    form.reset()
  })
  const save = useAction(async () => download(fileName, CSV, await (await load()).text()))
  const onSubmit = submitted(read.run)
  return (
    <form className="card stack" onSubmit={onSubmit}>
      <div className="fields">
        <FileField label={words.file} hint={words.hint} name="file" accept=".csv,text/csv" required />
      </div>
      {fields}
      <div className="row">
        <button type="submit" disabled={read.isBusy}>
          {words.read}
        </button>
        {buttons}
        <button type="button" disabled={save.isBusy} onClick={save.run}>
          {words.export}
        </button>
      </div>
      {children}
      <Problem message={read.message ?? save.message} />
    </form>
  )
}
