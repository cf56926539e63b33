import { type FormEvent, useCallback, useMemo, useState } from "react"
import type { Answer } from "../../../client/index.ts"
import { useSession } from "../app/session.tsx"
import { useAction } from "../lib/action.ts"
import { useSettings } from "../lib/settings.tsx"
import { type MonthBars, MonthChart } from "../report/Months.tsx"
import { useAppText } from "../text/appText.ts"
import { FileField } from "../ui/FileField.tsx"
import { Problem } from "../ui/Problem.tsx"
import { FewMeasured } from "./Measured.tsx"
import type { PartProps } from "./profile.ts"

/** A meter file that was read, with its recognised content. */
interface Seen {
  file: File
  recognised: Answer<"POST /v1/studio-profiles/{id}/base/upload">
  chart: Answer<"GET /v1/studio-profiles/{id}/chart">
}

const formOf = (file: File): FormData => {
  const form = new FormData()
  form.set("file", file)
  return form
}

const useMeterFile = ({ profile, onChange }: Omit<PartProps, "presets">) => {
  const { ask } = useSession()
  const [seen, setSeen] = useState<Seen>()
  const { id, year, lat, lon } = profile
  const read = useAction(
    useCallback(
      async (file: File) => {
        setSeen(undefined)
        // A temporary profile takes the file: the current profile stays unchanged until the file is accepted.
        const body = { name: file.name.slice(0, 200), year, lat, lon }
        const params = { id: (await ask("POST /v1/studio-profiles", { body })).id }
        try {
          const recognised = await ask("POST /v1/studio-profiles/{id}/base/upload", { params, body: formOf(file) })
          const chart = await ask("GET /v1/studio-profiles/{id}/chart", { params, query: { view: "year" } })
          setSeen({ file, recognised, chart })
        } finally {
          await ask("DELETE /v1/studio-profiles/{id}", { params })
        }
      },
      [ask, year, lat, lon],
    ),
  )
  const use = useAction(async () => {
    if (!seen) return
    await ask("POST /v1/studio-profiles/{id}/base/upload", { params: { id }, body: formOf(seen.file) })
    setSeen(undefined)
    await onChange()
  })
  return { seen, read, use, discard: () => setSeen(undefined) }
}

/** Recognised content of a meter file, with its months. */
const Preview = ({ recognised, chart }: Seen) => {
  const { studio } = useAppText()
  const { format } = useSettings()
  const bars = useMemo<MonthBars[]>(
    () => [{ name: studio.total, colour: "grid", values: chart.combined }],
    [chart, studio],
  )
  return (
    <div className="stack" role="status">
      <h3>
        {studio.recognised}: {recognised.baseProfileName}
      </h3>
      <p>
        {studio.total}: {format.kwh(recognised.totalKwh)}.{" "}
        {studio.measured(format.percent(recognised.measuredFraction, 1))}{" "}
        {recognised.totalExportKwh > 0 ? studio.exported(format.kwh(recognised.totalExportKwh)) : ""}
      </p>
      <FewMeasured measuredFraction={recognised.measuredFraction} />
      <ul className="notes">
        {recognised.notes.map(note => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      <MonthChart title={studio.total} unit="kWh" bars={bars} isStacked show={format.kwh} />
    </div>
  )
}

/** Reads a meter file, shows the recognised content, and makes it the base once confirmed. */
export const MeterFile = (props: Omit<PartProps, "presets">) => {
  const { studio } = useAppText()
  const { seen, read, use, discard } = useMeterFile(props)
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const file = new FormData(event.currentTarget).get("file")
    if (file instanceof File) read.run(file)
  }
  return (
    <div className="stack">
      <form className="stack" onSubmit={onSubmit}>
        <div className="fields">
          <FileField
            label={studio.upload}
            hint={studio.uploadHint}
            name="file"
            accept=".csv,.txt,.xlsx,.xml"
            required
          />
        </div>
        <button type="submit" className="start" disabled={read.isBusy}>
          {read.isBusy ? studio.reading : studio.read}
        </button>
        <Problem message={read.message} />
      </form>
      {seen ? (
        <>
          <Preview {...seen} />
          <div className="row">
            <button type="button" className="primary" disabled={use.isBusy} onClick={use.run}>
              {studio.useFile}
            </button>
            <button type="button" onClick={discard}>
              {studio.discardFile}
            </button>
          </div>
          <Problem message={use.message} />
        </>
      ) : null}
    </div>
  )
}
