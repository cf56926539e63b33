import { useCallback, useEffect, useState } from "react"
import type { Query, ScanListItem, ScanList as Scans } from "../../../client/index.ts"
import { Link } from "../app/router.tsx"
import { useSession } from "../app/session.tsx"
import { type Loaded, useLoad } from "../lib/load.ts"
import { useSettings } from "../lib/settings.tsx"
import { useAppText } from "../text/appText.ts"
import { Async } from "../ui/Async.tsx"
import { Field } from "../ui/Field.tsx"
import { Pager } from "../ui/Pager.tsx"
import { Segments } from "../ui/Segments.tsx"
import { Table } from "../ui/Table.tsx"
import { StatusBadge } from "./StatusBadge.tsx"
import { useProgress } from "./useProgress.ts"

const FILTERS = ["all", "running", "completed", "failed"] as const
type Filter = (typeof FILTERS)[number]
const PAGE_SIZE = 50
/** How often a list with unfinished scans is asked for again. */
const POLL_MS = 2_000
/** Scans followed at once: a browser keeps six connections to a host, and other calls need some. */
const MAX_FOLLOWED = 3

const isRunning = ({ status }: ScanListItem): boolean => status === "pending" || status === "processing"

const STATUS: Record<Filter, Query<"GET /v1/scans">["status"]> = {
  all: undefined,
  running: "running",
  completed: "completed",
  failed: "error",
}

/** A page of scans, asked for again while some of them run. */
const useScans = (page: number, filter: Filter, dossierId: string): Loaded<Scans> => {
  const { ask } = useSession()
  const { language } = useSettings()
  const scans = useLoad(
    useCallback(
      signal => {
        const status = STATUS[filter]
        const query = { page, limit: PAGE_SIZE, ...(status ? { status } : {}), ...(dossierId ? { dossierId } : {}) }
        return ask("GET /v1/scans", { query, signal })
      },
      [ask, page, filter, dossierId],
    ),
    language,
  )
  const { value, reload } = scans
  useEffect(() => {
    if (!value?.items.some(isRunning)) return
    const timer = setTimeout(reload, POLL_MS)
    return () => clearTimeout(timer)
  }, [value, reload])
  return scans
}

const Marks = ({ scan }: { scan: ScanListItem }) => {
  const { scans } = useAppText()
  return (
    <>
      {scan.isAdjustment ? <span className="badge">{scans.adjustment}</span> : null}{" "}
      {scan.adjustmentCount > 0 ? (
        <span className="badge">{scans.adjustments(String(scan.adjustmentCount))}</span>
      ) : null}{" "}
      {scan.status === "completed" && !scan.hasSeenReport ? <span className="badge good">{scans.unseen}</span> : null}
    </>
  )
}

interface StateProps {
  scan: ScanListItem
  isFollowed: boolean
  onEnd(): void
}

/** The state of a scan: how far a running one is, why a failed one failed. */
const State = ({ scan, isFollowed, onEnd }: StateProps) => {
  const { scans } = useAppText()
  const { status, progression } = useProgress(scan, isFollowed, onEnd)
  return (
    <>
      <StatusBadge status={isFollowed ? status : scan.status} />
      {isFollowed ? <progress max={100} value={progression} aria-label={scans.progress} /> : null}
      {scan.errorMessage ? <span className="reason small muted">{scan.errorMessage}</span> : null}
    </>
  )
}

const Rows = ({ items, onEnd }: { items: readonly ScanListItem[]; onEnd(): void }) => {
  const { scans } = useAppText()
  const { format, text } = useSettings()
  const figure = (scan: ScanListItem, shown: string) => (scan.status === "completed" ? shown : "–")
  const followed = items.filter(isRunning).slice(-MAX_FOLLOWED)
  const rows = items.map(scan => ({
    key: scan.id,
    cells: [
      <>
        <Link to={`/scans/${scan.id}`}>{format.dateTime(scan.createdAt)}</Link> <Marks scan={scan} />
      </>,
      <State key="state" scan={scan} isFollowed={followed.includes(scan)} onEnd={onEnd} />,
      text.report.goals[scan.goal].replace(/^\w+: /, ""),
      figure(scan, format.percent(scan.selfSufficiency)),
      figure(scan, scan.returnPeriod === null ? scans.never : format.years(scan.returnPeriod)),
      figure(scan, format.kg(scan.co2SavedKg)),
      scan.cost === null ? "–" : format.eur(scan.cost, 2),
    ],
  }))
  const head = [scans.when, scans.state, scans.goal, scans.sufficiency, scans.payback, scans.carbon, scans.cost]
  return <Table label={scans.title} head={head} rows={rows} words={3} isListing />
}

interface ListedProps {
  list: Scans
  /** By status or dossier. */
  isNarrowed: boolean
  onPage(page: number): void
  onEnd(): void
}

const Listed = ({ list, isNarrowed, onPage, onEnd }: ListedProps) => {
  const { scans } = useAppText()
  const { items } = list
  return (
    <div className="card stack">
      {items.length > 0 ? (
        <Rows items={items} onEnd={onEnd} />
      ) : (
        <p className="muted">{isNarrowed ? scans.none : scans.empty}</p>
      )}
      <Pager page={list.page} totalPages={list.totalPages} onPage={onPage} />
    </div>
  )
}

/** The organization's scans, newest first. */
const ScanList = () => {
  const { scans } = useAppText()
  const [page, setPage] = useState(1)
  const [filter, setFilter] = useState<Filter>("all")
  const [dossierId, setDossierId] = useState("")
  const loaded = useScans(page, filter, dossierId)
  const chooseFilter = (chosen: Filter) => {
    setFilter(chosen)
    setPage(1)
  }
  const chooseDossier = (chosen: string) => {
    setDossierId(chosen.trim())
    setPage(1)
  }
  return (
    <div className="content">
      <div className="row spread">
        <h1>{scans.title}</h1>
        <Link to="/scans/new" className="button primary">
          {scans.new}
        </Link>
      </div>
      <div className="row bottom">
        <Segments<Filter>
          label={scans.filter}
          value={filter}
          options={FILTERS.map(name => [name, scans.states[name]] as const)}
          onChange={chooseFilter}
        />
        <Field label={scans.dossier} maxLength={64} onChange={event => chooseDossier(event.target.value)} />
      </div>
      <Async loaded={loaded}>
        {list => (
          <Listed
            list={list}
            isNarrowed={filter !== "all" || dossierId !== ""}
            onPage={setPage}
            onEnd={loaded.reload}
          />
        )}
      </Async>
    </div>
  )
}

export default ScanList
