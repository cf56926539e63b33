import { useSession } from "../app/session.tsx"
import { submitted, useAction } from "../lib/action.ts"
import { useSettings } from "../lib/settings.tsx"
import { useStandardProfiles } from "../scans/formGroups.tsx"
import { useAppText, useTypedNumber } from "../text/appText.ts"
import { useNamed } from "../text/names.ts"
import { Async } from "../ui/Async.tsx"
import { Field, Labelled } from "../ui/Field.tsx"
import { Name } from "../ui/Name.tsx"
import { Problem } from "../ui/Problem.tsx"
import { FewMeasured } from "./Measured.tsx"
import { MeterFile } from "./MeterFile.tsx"
import type { PartProps, Profile } from "./profile.ts"

/** Prefix that marks a template in the list of templates and standard profiles. */
const TEMPLATE = "template:"

type StandardProfiles = NonNullable<ReturnType<typeof useStandardProfiles>["value"]>

const Choices = ({ presets, profiles }: Pick<PartProps, "presets"> & { profiles: StandardProfiles }) => {
  const { studio } = useAppText()
  const nameOf = useNamed()
  const group = (label: string, options: readonly (readonly [string, string])[]) => (
    <optgroup label={label}>
      {options.map(([value, name]) => (
        <option key={value} value={value}>
          {name}
        </option>
      ))}
    </optgroup>
  )
  const named = (list: readonly { profileKey: string; label: string }[]) =>
    list.map(({ profileKey, label }) => [profileKey, nameOf(label)] as const)
  return (
    <>
      {group(
        studio.households,
        presets.templates.map(({ id, label }) => [TEMPLATE + id, nameOf(label)] as const),
      )}
      {group(studio.businesses, named(profiles.businesses))}
    </>
  )
}

/** Choice of the current base; undefined for a meter file or without a base. */
const choiceOf = ({ baseline }: Profile, presets: PartProps["presets"], { businesses }: StandardProfiles) => {
  const template = presets.templates.find(({ label }) => label === baseline?.name)
  return template ? TEMPLATE + template.id : businesses.find(({ label }) => label === baseline?.name)?.profileKey
}

const ByTemplate = ({ profile, presets, onChange }: PartProps) => {
  const { ask } = useSession()
  const { studio } = useAppText()
  const profiles = useStandardProfiles()
  const numberOf = useTypedNumber()
  const setBase = useAction(async (form: HTMLFormElement) => {
    const data = new FormData(form)
    const choice = String(data.get("choice"))
    const annual = String(data.get("annualKwh")).trim()
    const body = {
      ...(choice.startsWith(TEMPLATE) ? { templateId: choice.slice(TEMPLATE.length) } : { profileKey: choice }),
      ...(annual ? { annualKwh: Number(numberOf(annual)) } : {}),
    }
    await ask("POST /v1/studio-profiles/{id}/base", { params: { id: profile.id }, body })
    await onChange()
  })
  const onSubmit = submitted(setBase.run)
  return (
    <form className="stack" onSubmit={onSubmit}>
      <div className="fields">
        <Async loaded={profiles}>
          {value => (
            <Labelled label={studio.template}>
              {attributes => (
                <select name="choice" defaultValue={choiceOf(profile, presets, value)} {...attributes}>
                  <Choices presets={presets} profiles={value} />
                </select>
              )}
            </Labelled>
          )}
        </Async>
        <Field label={studio.annual} hint={studio.annualHint} name="annualKwh" inputMode="decimal" />
      </div>
      <button type="submit" className="primary start" disabled={setBase.isBusy}>
        {studio.setBase}
      </button>
      <Problem message={setBase.message} />
    </form>
  )
}

const Present = ({ baseline }: { baseline: NonNullable<Profile["baseline"]> }) => {
  const { format } = useSettings()
  const { studio } = useAppText()
  const nameOf = useNamed()
  return (
    <>
      <p>
        <span className="badge good">
          <Name>{nameOf(baseline.name)}</Name>
        </span>{" "}
        {studio.ofBase(format.kwh(baseline.annualKwh))}
      </p>
      <FewMeasured measuredFraction={baseline.measuredFraction} />
    </>
  )
}

/** Base of a profile: a household, a business, or a meter file. */
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
        <MeterFile {...props} />
      </div>
    </section>
  )
}
