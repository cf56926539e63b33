import { useCallback } from "react"
import type { Answer } from "../../../client/index.ts"
import { addressOf } from "../../../domain/request/customerDetails.ts"
import { Link, setQuery, useSearch } from "../app/router.tsx"
import { useSession } from "../app/session.tsx"
import { useLoad } from "../lib/load.ts"
import { useSettings } from "../lib/settings.tsx"
import { RemoveButton } from "../organization/RemoveButton.tsx"
import { Search } from "../scans/ListFilters.tsx"
import { useAppText } from "../text/appText.ts"
import { Async } from "../ui/Async.tsx"
import { Name } from "../ui/Name.tsx"
import { Pager } from "../ui/Pager.tsx"
import { Table } from "../ui/Table.tsx"

type Items = Answer<"GET /v1/sites">["items"]

const PAGE_SIZE = 50

const Rows = ({ items, onChange }: { items: Items; onChange(): void }) => {
  const { ask } = useSession()
  const { sites, scans, newScan, actions } = useAppText()
  const { format } = useSettings()
  const rows = items.map(({ id, customer, place, dossierId, updatedAt }) => ({
    key: id,
    cells: [
      <Link key="name" to={`/sites/${id}`}>
        <Name>{customer.name ?? customer.reference ?? customer.address ?? place ?? "–"}</Name>
      </Link>,
      <Name key="address">{addressOf(customer) ?? "–"}</Name>,
      place ?? "–",
      <Name key="dossier">{dossierId ?? "–"}</Name>,
      format.dateTime(updatedAt),
      <div key="actions" className="row">
        <Link to={`/scans/new?site=${id}`} className="button">
          {scans.new}
        </Link>
        <RemoveButton
          name={customer.name ?? place ?? sites.one}
          onRemove={() => ask("DELETE /v1/sites/{id}", { params: { id } })}
          onDone={onChange}
        />
      </div>,
    ],
  }))
  const head = [scans.customer, newScan.address, sites.place, newScan.dossier, sites.changed, actions]
  return <Table label={sites.title} head={head} rows={rows} words={6} isListing isWide />
}

/** Sites by customer; the address holds search and page. */
const SiteList = () => {
  const { ask } = useSession()
  const { sites } = useAppText()
  const query = new URLSearchParams(useSearch())
  const search = query.get("search") ?? ""
  const page = Math.max(1, Math.trunc(Number(query.get("page"))) || 1)
  const list = useLoad(
    useCallback(
      signal =>
        ask("GET /v1/sites", { query: { page, limit: PAGE_SIZE, ...(search === "" ? {} : { search }) }, signal }),
      [ask, page, search],
    ),
  )
  return (
    <div className="content">
      <div className="row spread">
        <h1>{sites.title}</h1>
        <Link to="/scans/new?part=customer" className="button primary">
          {sites.new}
        </Link>
      </div>
      <Search label={sites.search} search={search} onSearch={text => setQuery({ search: text, page: undefined })} />
      <Async loaded={list}>
        {({ items, totalPages }) => (
          <div className="card stack">
            {items.length > 0 ? (
              <Rows items={items} onChange={list.reload} />
            ) : (
              <p className="muted">{search === "" ? sites.empty : sites.none}</p>
            )}
            <Pager page={page} totalPages={totalPages} onPage={next => setQuery({ page: String(next) })} />
          </div>
        )}
      </Async>
    </div>
  )
}

export default SiteList
