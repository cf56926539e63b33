import { useCallback } from "react"
import { Link } from "../../app/router.tsx"
import { useSession } from "../../app/session.tsx"
import { submitted, useAction } from "../../lib/action.ts"
import { useLoad } from "../../lib/load.ts"
import { useSettings } from "../../lib/settings.tsx"
import { useAppText } from "../../text/appText.ts"
import { Async } from "../../ui/Async.tsx"
import { Field } from "../../ui/Field.tsx"
import { Problem } from "../../ui/Problem.tsx"
import { ProfileChartCard } from "../ProfileChartCard.tsx"
import { useQuestionText } from "../questionText.ts"
import { Assets } from "./Assets.tsx"
import { type Hub, type HubKind, type HubProps, OPERATIONS } from "./hub.ts"
import { Sources } from "./Sources.tsx"

const hasParts = ({ sources, assets }: Hub): boolean => sources.length + assets.length > 0

const Tools = ({ kind, hub, onChange }: HubProps) => {
  const { ask, client } = useSession()
  const { studio } = useAppText()
  const params = { id: hub.id }
  const rename = useAction(async (form: HTMLFormElement) => {
    await ask(OPERATIONS[kind].rename, { params, body: { name: String(new FormData(form).get("name")) } })
    await onChange()
  })
  const onSubmit = submitted(rename.run)
  return (
    <div className="card row spread bottom">
      <form className="row bottom" onSubmit={onSubmit}>
        <Field label={studio.name} name="name" defaultValue={hub.name} required maxLength={200} />
        <button type="submit" disabled={rename.isBusy}>
          {studio.rename}
        </button>
        <Problem message={rename.message} />
      </form>
      {hasParts(hub) ? (
        <div className="row">
          <a className="button" href={client.url(OPERATIONS[kind].csv, { params })} download>
            {studio.csv}
          </a>
          <Link className="button primary" to={`/scans/new?profile=${hub.id}&kind=${kind}`}>
            {studio.scan}
          </Link>
        </div>
      ) : null}
    </div>
  )
}

const View = (props: HubProps) => {
  const { kind, hub } = props
  const { studio } = useAppText()
  const { hub: text } = useQuestionText()
  const { format } = useSettings()
  const figures = hasParts(hub) ? ` · ${studio.bought(format.kwh(hub.totalKwh), format.kw(hub.peakKw))}` : ""
  return (
    <>
      <div>
        <h1>
          <bdi>{hub.name}</bdi>
        </h1>
        <p className="muted small">{`${studio.kinds[kind]} · ${studio.year} ${hub.year}${figures}`}</p>
      </div>
      <Tools {...props} />
      {hasParts(hub) ? <ProfileChartCard kind={kind} profile={hub} /> : <p className="muted">{text.empty}</p>}
      {kind === "energyhub" ? <Sources {...props} /> : null}
      <Assets {...props} />
    </>
  )
}

/** An energy hub or a charging plaza: its parts and their total. */
const HubPage = ({ kind, id }: { kind: HubKind; id: string }) => {
  const { ask } = useSession()
  const { studio } = useAppText()
  const loaded = useLoad<Hub>(
    useCallback(signal => ask(OPERATIONS[kind].read, { params: { id }, signal }), [ask, kind, id]),
  )
  return (
    <div className="content">
      <p>
        <Link to="/studio">← {studio.back}</Link>
      </p>
      <Async loaded={loaded}>{hub => <View kind={kind} hub={hub} onChange={loaded.reload} />}</Async>
    </div>
  )
}

export default HubPage
