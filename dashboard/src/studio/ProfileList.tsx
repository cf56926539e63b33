import { type FormEvent, useCallback, useState } from "react"
import type { Answer } from "../../../client/index.ts"
import { go, Link } from "../app/router.tsx"
import { useSession } from "../app/session.tsx"
import { useAction } from "../lib/action.ts"
import { useLoad } from "../lib/load.ts"
import { useSettings } from "../lib/settings.tsx"
import { RemoveButton } from "../organization/RemoveButton.tsx"
import { useAppText } from "../text/appText.ts"
import { Async } from "../ui/Async.tsx"
import { Choice, Field } from "../ui/Field.tsx"
import { Name } from "../ui/Name.tsx"
import { Pager } from "../ui/Pager.tsx"
import { Problem } from "../ui/Problem.tsx"
import { Table } from "../ui/Table.tsx"

type Item = Answer<"GET /v1/studio-profiles/all">["items"][number]

const REMOVALS = {
  studio: "DELETE /v1/studio-profiles/{id}",
  energyhub: "DELETE /v1/energyhub-profiles/{id}",
  laadplein: "DELETE /v1/laadplein-profiles/{id}",
} as const

const CREATIONS = {
  studio: "POST /v1/studio-profiles",
  energyhub: "POST /v1/energyhub-profiles",
  laadplein: "POST /v1/laadplein-profiles",
} as const
type Kind = keyof typeof CREATIONS

const pathOf = (kind: Kind, id: string): string => (kind === "studio" ? `/studio/${id}` : `/studio/${kind}/${id}`)

const List = ({ items, onChange }: { items: readonly Item[]; onChange(): void }) => {
  const { ask } = useSession()
  const text = useAppText()
  const { format } = useSettings()
  const { studio } = text
  const rows = items.map(item => ({
    key: item.id,
    cells: [
      <Link key="name" to={pathOf(item.profileKind, item.id)}>
        <Name>{item.name}</Name>
      </Link>,
      studio.kinds[item.profileKind],
      format.kwh(item.totalKwh),
      format.kw(item.peakKw),
      format.number(item.layerCount ?? 0, 0),
      <RemoveButton
        key="remove"
        name={item.name}
        onRemove={() => ask(REMOVALS[item.profileKind], { params: { id: item.id } })}
        onDone={onChange}
      />,
    ],
  }))
  const head = [studio.name, studio.kind, studio.total, studio.peak, studio.parts, text.actions]
  return <Table label={studio.title} head={head} rows={rows} words={2} isListing />
}

const NewProfile = () => {
  const { ask } = useSession()
  const text = useAppText()
  const { format } = useSettings()
  const create = useAction(async (form: HTMLFormElement) => {
    const data = new FormData(form)
    const name = String(data.get("name")).trim()
    const degrees = (field: string) => Number(String(data.get(field)).replace(",", "."))
    const body = { ...(name ? { name } : {}), lat: degrees("lat"), lon: degrees("lon") }
    const kind = String(data.get("kind")) as Kind
    const made = await ask(CREATIONS[kind], { body })
    go(pathOf(kind, made.id))
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    create.run(event.currentTarget)
  }
  return (
    <form className="card stack" onSubmit={onSubmit}>
      <h2>{text.studio.new}</h2>
      <div className="fields">
        <Field label={text.studio.name} name="name" maxLength={200} />
        <Choice label={text.studio.kind} name="kind" options={Object.entries(text.studio.kinds)} />
        <Field label={text.studio.lat} name="lat" inputMode="decimal" defaultValue={format.typed(52.09)} required />
        <Field label={text.studio.lon} name="lon" inputMode="decimal" defaultValue={format.typed(5.12)} required />
        <div className="field act">
          <button type="submit" className="primary" disabled={create.isBusy}>
            {text.add}
          </button>
        </div>
      </div>
      <Problem message={create.message} />
    </form>
  )
}

/** Consumption profiles of all kinds. */
const ProfileList = () => {
  const { ask } = useSession()
  const { studio } = useAppText()
  const [page, setPage] = useState(1)
  const list = useLoad(
    useCallback(signal => ask("GET /v1/studio-profiles/all", { query: { page }, signal }), [ask, page]),
  )
  return (
    <div className="content">
      <h1>{studio.title}</h1>
      <NewProfile />
      <div className="card stack">
        <Async loaded={list}>
          {({ items, totalPages }) => (
            <>
              {items.length === 0 ? (
                <p className="muted">{studio.empty}</p>
              ) : (
                <List items={items} onChange={list.reload} />
              )}
              <Pager page={page} totalPages={totalPages} onPage={setPage} />
            </>
          )}
        </Async>
      </div>
    </div>
  )
}

export default ProfileList
