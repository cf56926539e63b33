import { useCallback, useState } from "react"
import type { Answer } from "../../../client/index.ts"
import { Link } from "../app/router.tsx"
import { useSession } from "../app/session.tsx"
import { useLoad } from "../lib/load.ts"
import { useSettings } from "../lib/settings.tsx"
import { RemoveButton } from "../organization/RemoveButton.tsx"
import { useAppText } from "../text/appText.ts"
import { Async } from "../ui/Async.tsx"
import { Name } from "../ui/Name.tsx"
import { Pager } from "../ui/Pager.tsx"
import { Table } from "../ui/Table.tsx"
import { pathOf, REMOVALS } from "./kinds.ts"
import { NewProfile } from "./NewProfile.tsx"

type Item = Answer<"GET /v1/studio-profiles/all">["items"][number]

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

/** The form for a new profile, open if there is no profile yet. */
const Creation = ({ isFirst }: { isFirst: boolean }) => {
  const { studio } = useAppText()
  const [isOpen, setOpen] = useState(isFirst)
  return (
    <details className="card fold" open={isOpen} onToggle={event => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>{studio.new}</h2>
      </summary>
      <NewProfile />
    </details>
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
      <Async loaded={list}>
        {({ items, totalPages }) => (
          <>
            <Creation isFirst={items.length === 0 && page === 1} />
            <div className="card stack">
              {items.length === 0 ? (
                <p className="muted">{studio.empty}</p>
              ) : (
                <List items={items} onChange={list.reload} />
              )}
              <Pager page={page} totalPages={totalPages} onPage={setPage} />
            </div>
          </>
        )}
      </Async>
    </div>
  )
}

export default ProfileList
