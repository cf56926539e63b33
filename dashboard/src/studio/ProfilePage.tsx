import { useCallback } from "react"
import { goFrom, Link, shownPage } from "../app/router.tsx"
import { useSession } from "../app/session.tsx"
import { submitted, useAction } from "../lib/action.ts"
import { useLoad } from "../lib/load.ts"
import { useSettings } from "../lib/settings.tsx"
import { useAppText } from "../text/appText.ts"
import { Async } from "../ui/Async.tsx"
import { Field } from "../ui/Field.tsx"
import { Problem } from "../ui/Problem.tsx"
import { Base } from "./Base.tsx"
import { Layers } from "./Layers.tsx"
import { ProfileChartCard } from "./ProfileChartCard.tsx"
import type { PartProps } from "./profile.ts"
import { Questions } from "./questions/Questions.tsx"

const Rename = ({ profile, onChange }: Omit<PartProps, "presets">) => {
  const { ask } = useSession()
  const { studio } = useAppText()
  const rename = useAction(async (form: HTMLFormElement) => {
    const name = String(new FormData(form).get("name"))
    await ask("PATCH /v1/studio-profiles/{id}", { params: { id: profile.id }, body: { name } })
    await onChange()
  })
  const onSubmit = submitted(rename.run)
  return (
    <form className="row bottom" onSubmit={onSubmit}>
      <Field label={studio.name} name="name" defaultValue={profile.name} required maxLength={200} />
      <button type="submit" disabled={rename.isBusy}>
        {studio.rename}
      </button>
      <Problem message={rename.message} />
    </form>
  )
}

const Tools = ({ profile, onChange }: Omit<PartProps, "presets">) => {
  const { ask, client } = useSession()
  const { studio } = useAppText()
  const params = { id: profile.id }
  const duplicate = useAction(async () => {
    const begun = shownPage()
    const copy = await ask("POST /v1/studio-profiles/{id}/duplicate", { params })
    goFrom(begun, `/studio/${copy.id}`)
  })
  return (
    <div className="card row spread bottom">
      <Rename profile={profile} onChange={onChange} />
      <div className="row">
        <button type="button" onClick={duplicate.run} disabled={duplicate.isBusy}>
          {studio.duplicate}
        </button>
        {profile.baseline ? (
          <>
            <a className="button" href={client.url("GET /v1/studio-profiles/{id}/export-csv", { params })} download>
              {studio.csv}
            </a>
            <Link className="button primary" to={`/scans/new?profile=${profile.id}`}>
              {studio.scan}
            </Link>
          </>
        ) : null}
        <Problem message={duplicate.message} />
      </div>
    </div>
  )
}

const View = ({ profile, presets, onChange }: PartProps) => {
  const { studio } = useAppText()
  const { format } = useSettings()
  const figures = profile.baseline ? ` · ${studio.bought(format.kwh(profile.totalKwh), format.kw(profile.peakKw))}` : ""
  return (
    <>
      <div>
        <h1>
          <bdi>{profile.name}</bdi>
        </h1>
        <p className="muted small">{`${studio.year} ${profile.year}${figures}`}</p>
      </div>
      <Tools profile={profile} onChange={onChange} />
      {profile.baseline ? (
        <div className="asking">
          <ProfileChartCard kind="studio" profile={profile} />
          <Questions profile={profile} onChange={onChange} />
        </div>
      ) : (
        <>
          <Questions profile={profile} onChange={onChange} />
          <p className="muted">{studio.noBase}</p>
        </>
      )}
      <Base profile={profile} presets={presets} onChange={onChange} />
      {profile.baseline ? <Layers profile={profile} presets={presets} onChange={onChange} /> : null}
    </>
  )
}

/** A studio profile: its base, its layers and their total. */
const ProfilePage = ({ id }: { id: string }) => {
  const { ask } = useSession()
  const { studio } = useAppText()
  const profile = useLoad(
    useCallback(signal => ask("GET /v1/studio-profiles/{id}", { params: { id }, signal }), [ask, id]),
  )
  const presets = useLoad(useCallback(signal => ask("GET /v1/studio-profiles/presets", { signal }), [ask]))
  return (
    <div className="content">
      <p>
        <Link to="/studio">← {studio.back}</Link>
      </p>
      <Async loaded={presets}>
        {presetList => (
          <Async loaded={profile}>
            {value => <View profile={value} presets={presetList} onChange={profile.reload} />}
          </Async>
        )}
      </Async>
    </div>
  )
}

export default ProfilePage
