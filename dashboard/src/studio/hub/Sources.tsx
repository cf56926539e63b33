import { useState } from "react"
import type { Body } from "../../../../client/index.ts"
import { useSession } from "../../app/session.tsx"
import { submitted, useAction } from "../../lib/action.ts"
import { useStandardProfiles } from "../../scans/formGroups.tsx"
import { useAppText, useTypedNumber } from "../../text/appText.ts"
import { useNamed } from "../../text/names.ts"
import { Async } from "../../ui/Async.tsx"
import { Choice, Field } from "../../ui/Field.tsx"
import { FileField } from "../../ui/FileField.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { FewMeasured } from "../Measured.tsx"
import { NumberField } from "../NumberField.tsx"
import { PartHead } from "../PartHead.tsx"
import { useQuestionText } from "../questionText.ts"
import type { HubProps, Source } from "./hub.ts"

type SourceChange = Body<"PATCH /v1/energyhub-profiles/{id}/sources/{sourceId}">

/** Adds a household or business by its usual use, or another. */
const ByProfile = ({ hub, onChange }: HubProps) => {
  const { ask } = useSession()
  const { studio } = useAppText()
  const { hub: text } = useQuestionText()
  const nameOf = useNamed()
  const profiles = useStandardProfiles()
  const numberOf = useTypedNumber()
  const add = useAction(async (form: HTMLFormElement) => {
    const data = new FormData(form)
    const [name, annual] = [String(data.get("name")).trim(), String(data.get("annualKwh")).trim()]
    const body = {
      profileKey: String(data.get("profileKey")),
      ...(name ? { name } : {}),
      ...(annual ? { annualKwh: Number(numberOf(annual)) } : {}),
    }
    await ask("POST /v1/energyhub-profiles/{id}/sources", { params: { id: hub.id }, body })
    form.reset()
    await onChange()
  })
  const onSubmit = submitted(add.run)
  return (
    <form className="stack" onSubmit={onSubmit}>
      <div className="fields">
        <Async loaded={profiles}>
          {({ households, businesses }) => (
            <Choice
              label={text.shape}
              name="profileKey"
              options={[...businesses, ...households].map(
                ({ profileKey, label }) => [profileKey, nameOf(label)] as const,
              )}
            />
          )}
        </Async>
        <Field label={studio.name} name="name" maxLength={200} />
        <Field label={text.annual} hint={studio.annualHint} name="annualKwh" inputMode="decimal" />
        <div className="field act">
          <button type="submit" className="primary" disabled={add.isBusy}>
            {text.addSource}
          </button>
        </div>
      </div>
      <Problem message={add.message} />
    </form>
  )
}

/** Adds a meter file. */
const ByFile = ({ hub, onChange }: HubProps) => {
  const { ask } = useSession()
  const { studio } = useAppText()
  const { hub: text } = useQuestionText()
  const [notes, setNotes] = useState<readonly string[]>([])
  const add = useAction(async (form: HTMLFormElement) => {
    setNotes([])
    const body = new FormData(form)
    const read = await ask("POST /v1/energyhub-profiles/{id}/sources/upload", { params: { id: hub.id }, body })
    setNotes(read.notes)
    form.reset()
    await onChange()
  })
  const onSubmit = submitted(add.run)
  return (
    <form className="stack" onSubmit={onSubmit}>
      <div className="fields">
        <FileField label={text.upload} hint={studio.uploadHint} name="file" accept=".csv,.txt,.xlsx,.xml" required />
        <div className="field act">
          <button type="submit" disabled={add.isBusy}>
            {add.isBusy ? studio.reading : text.read}
          </button>
        </div>
      </div>
      <Problem message={add.message} />
      <div role="status">
        {notes.length === 0 ? null : (
          <ul className="notes">
            {notes.map(note => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        )}
      </div>
    </form>
  )
}

const SourceCard = ({ hub, source, onChange }: HubProps & { source: Source }) => {
  const { ask } = useSession()
  const { hub: text } = useQuestionText()
  const params = { id: hub.id, sourceId: source.id }
  const change = useAction(async (body: SourceChange) => {
    await ask("PATCH /v1/energyhub-profiles/{id}/sources/{sourceId}", { params, body })
    await onChange()
  })
  const isScaled = source.sourceType === "template" || source.sourceType === "standard-profile"
  return (
    <article className="card stack" aria-busy={change.isBusy}>
      <PartHead
        part={source}
        onEnabled={enabled => change.run({ enabled })}
        onRemove={() => ask("DELETE /v1/energyhub-profiles/{id}/sources/{sourceId}", { params })}
        onRemoved={onChange}
      />
      <FewMeasured measuredFraction={source.measuredFraction} />
      <Problem message={change.message} />
      {isScaled ? (
        <div className="fields">
          <NumberField
            label={text.annual}
            hint="kWh"
            value={Math.round(source.annualKwh)}
            onNumber={annualKwh => change.run({ annualKwh })}
          />
        </div>
      ) : null}
    </article>
  )
}

/** The connections of an energy hub. */
export const Sources = (props: HubProps) => {
  const { hub: text } = useQuestionText()
  const { sources } = props.hub
  return (
    <section className="stack">
      <h2>{text.sources}</h2>
      <p className="small muted">{text.sourcesLead}</p>
      <div className="card stack">
        <ByProfile {...props} />
        <ByFile {...props} />
      </div>
      {sources.length === 0 ? <p className="muted">{text.noSources}</p> : null}
      {sources.map(source => (
        <SourceCard key={source.id} {...props} source={source} />
      ))}
    </section>
  )
}
