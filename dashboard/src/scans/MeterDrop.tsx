import { type DragEvent, useCallback, useEffect, useState } from "react"
import type { Answer } from "../../../client/index.ts"
import { Link } from "../app/router.tsx"
import { useSession } from "../app/session.tsx"
import { useAction } from "../lib/action.ts"
import { useSettings } from "../lib/settings.tsx"
import { FewMeasured } from "../studio/Measured.tsx"
import { useQuestionText } from "../studio/questionText.ts"
import { FileField } from "../ui/FileField.tsx"
import { Problem } from "../ui/Problem.tsx"
import { useFormState } from "./FormFields.tsx"

type Read = Answer<"POST /v1/studio-profiles/{id}/base/upload">
const MAX_NAME_LENGTH = 200

/** Parses typed degrees; undefined if they are no number, and the service then uses its own place. */
const degree = (typed: string | undefined): number | undefined => {
  const value = Number((typed ?? "").replace(",", "."))
  return typed?.trim() && Number.isFinite(value) ? value : undefined
}

/** Creates a profile from a meter file at the form's place and sets it as the form's consumption. */
const useMeterDrop = () => {
  const { ask } = useSession()
  const { values, set } = useFormState()
  const [read, setRead] = useState<Read>()
  const [name, setName] = useState("")
  const take = useAction(async (file: File) => {
    setRead(undefined)
    setName(file.name)
    const [lat, lon] = [degree(values["location.lat"]), degree(values["location.lon"])]
    const place = { ...(lat === undefined ? {} : { lat }), ...(lon === undefined ? {} : { lon }) }
    const profile = await ask("POST /v1/studio-profiles", {
      body: { name: file.name.slice(0, MAX_NAME_LENGTH), ...place },
    })
    const params = { id: profile.id }
    const body = new FormData()
    body.set("file", file)
    try {
      setRead(await ask("POST /v1/studio-profiles/{id}/base/upload", { params, body }))
    } catch (error) {
      await ask("DELETE /v1/studio-profiles/{id}", { params })
      throw error
    }
    set("inputMethod", "studio")
    set("customProfileId", profile.id)
  })
  return { read, name, take }
}

const Outcome = ({ read, name }: { read: Read; name: string }) => {
  const { drop } = useQuestionText()
  const { format } = useSettings()
  return (
    <div className="stack" role="status">
      <p className="message">
        {drop.done(name, format.kwh(read.totalKwh))} <Link to={`/studio/${read.id}`}>{drop.open}</Link>
      </p>
      <FewMeasured measuredFraction={read.measuredFraction} />
      {read.totalExportKwh > 0 ? (
        <p className="message warn">{drop.exported(format.kwh(read.totalExportKwh))}</p>
      ) : null}
      {read.notes.length > 0 ? (
        <ul className="notes">
          {read.notes.map(note => (
            <li key={note}>{note}</li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}

interface MeterDropProps {
  /** Reports the start and the end of a change of the form's consumption. */
  onBusy(isBusy: boolean): void
}

/** A place to drop the file of a meter, or to choose it: it becomes the consumption of the scan. */
const MeterDrop = ({ onBusy }: MeterDropProps) => {
  const { drop } = useQuestionText()
  const { read, name, take } = useMeterDrop()
  const [isOver, setOver] = useState(false)
  const [isSeveral, setSeveral] = useState(false)
  const { run, isBusy } = take
  useEffect(() => onBusy(isBusy), [onBusy, isBusy])
  const accept = useCallback(
    (files: FileList | null) => {
      setSeveral((files?.length ?? 0) > 1)
      const file = files?.length === 1 ? files[0] : undefined
      if (file) run(file)
    },
    [run],
  )
  const over = (event: DragEvent, is: boolean) => {
    event.preventDefault()
    setOver(is)
  }
  return (
    <section
      className="card stack drop"
      aria-label={drop.title}
      aria-busy={take.isBusy}
      data-over={isOver}
      onDragOver={event => over(event, true)}
      onDragLeave={event => over(event, false)}
      onDrop={event => {
        over(event, false)
        accept(event.dataTransfer.files)
      }}
    >
      <h2>{drop.title}</h2>
      <p className="small muted">{drop.lead}</p>
      <FileField
        label={drop.choose}
        hint={drop.hint}
        accept=".csv,.txt,.xlsx,.xml"
        disabled={take.isBusy}
        onChange={event => accept(event.target.files)}
      />
      {take.isBusy ? <p role="status">{drop.reading(name)}</p> : null}
      <Problem message={isSeveral ? drop.several : take.message} />
      {read ? <Outcome read={read} name={name} /> : null}
    </section>
  )
}

export default MeterDrop
