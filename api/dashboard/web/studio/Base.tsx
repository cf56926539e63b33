import { type FormEvent, useState } from "react"
import { useSession } from "../app/session.tsx"
import { useAction } from "../lib/action.ts"
import { useSettings } from "../lib/settings.tsx"
import { useStandardProfiles } from "../scans/formGroups.tsx"
import { useAppText } from "../text/appText.ts"
import { Field, Labelled } from "../ui/Field.tsx"
import { Problem } from "../ui/Problem.tsx"
import type { PartProps, Profile } from "./profile.ts"

/** What tells a template from a standard profile in the list of both. */
const TEMPLATE = "template:"

const Choices = ({ presets }: Pick<PartProps, "presets">) => {
  const { studio } = useAppText()
  const profiles = useStandardProfiles()
  const group = (label: string, options: readonly (readonly [string, string])[]) => (
    <optgroup label={label}>
      {options.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </optgroup>
  )
  const named = (list: { profileKey: string; label: string }[] = []) =>
    list.map(({ profileKey, label }) => [profileKey, label] as const)
  return (
    <>
      {group(
        studio.households,
        presets.templates.map(({ id, label }) => [TEMPLATE + id, label] as const),
      )}
      {group(studio.businesses, named(profiles.value?.businesses))}
    </>
  )
}

const ByTemplate = ({ profile, presets, onChange }: PartProps) => {
  const { ask } = useSession()
  const { studio } = useAppText()
  const setBase = useAction(async (form: HTMLFormElement) => {
    const data = new FormData(form)
    const choice = String(data.get("choice"))
    const annual = String(data.get("annualKwh")).trim()
    const body = {
      ...(choice.startsWith(TEMPLATE) ? { templateId: choice.slice(TEMPLATE.length) } : { profileKey: choice }),
      ...(annual ? { annualKwh: Number(annual) } : {}),
    }
    await ask(`/v1/studio-profiles/${profile.id}/base`, { method: "POST", body })
    onChange()
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setBase.run(event.currentTarget)
  }
  return (
    <form className="stack" onSubmit={onSubmit}>
      <div className="fields">
        <Labelled label={studio.template}>
          {attributes => (
            <select name="choice" {...attributes}>
              <Choices presets={presets} />
            </select>
          )}
        </Labelled>
        <Field label={studio.annual} hint="kWh" name="annualKwh" inputMode="decimal" />
      </div>
      <button type="submit" className="primary start" disabled={setBase.isBusy}>
        {studio.setBase}
      </button>
      <Problem message={setBase.message} />
    </form>
  )
}

interface Recognised {
  baseProfileName: string | null
  measuredFraction: number
  totalKwh: number | null
  totalExportKwh: number
  notes: string[]
}

/** What a meter file turned out to be. */
const Preview = ({ file }: { file: Recognised }) => {
  const { studio } = useAppText()
  const { format } = useSettings()
  return (
    <div className="message" role="status">
      <strong>
        {studio.recognised}: {file.baseProfileName}
      </strong>
      <p>
        {studio.total}: {format.kwh(file.totalKwh)}. {studio.measured(format.percent(file.measuredFraction, 1))}{" "}
        {file.totalExportKwh > 0 ? studio.exported(format.kwh(file.totalExportKwh)) : ""}
      </p>
      <ul className="problems" lang="en">
        {file.notes.map(note => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </div>
  )
}

const ByFile = ({ profile, onChange }: Omit<PartProps, "presets">) => {
  const { ask } = useSession()
  const { studio } = useAppText()
  const [file, setFile] = useState<Recognised>()
  const read = useAction(async (form: HTMLFormElement) => {
    const path = `/v1/studio-profiles/${profile.id}/base/upload`
    setFile(await ask<Recognised>(path, { method: "POST", body: new FormData(form) }))
    form.reset()
    onChange()
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    read.run(event.currentTarget)
  }
  return (
    <form className="stack" onSubmit={onSubmit}>
      <div className="fields">
        <Field label={studio.upload} name="file" type="file" accept=".csv,.txt,.xlsx" required />
      </div>
      <button type="submit" className="start" disabled={read.isBusy}>
        {studio.read}
      </button>
      <Problem message={read.message} />
      {file ? <Preview file={file} /> : null}
    </form>
  )
}

const Present = ({ baseline }: { baseline: NonNullable<Profile["baseline"]> }) => {
  const { format } = useSettings()
  return (
    <p>
      <span className="badge good">{baseline.name}</span> {format.kwh(baseline.annualKwh)}
    </p>
  )
}

/** Where a profile starts: a household, a business, or what a meter measured. */
export const Base = (props: PartProps) => {
  const { studio } = useAppText()
  const { baseline } = props.profile
  return (
    <section className="card stack">
      <h2>{studio.base}</h2>
      <p className="small muted">{studio.baseLead}</p>
      {baseline ? <Present baseline={baseline} /> : null}
      <div className="two">
        <ByTemplate {...props} />
        <ByFile {...props} />
      </div>
    </section>
  )
}
