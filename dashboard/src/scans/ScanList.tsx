import { useCallback, useEffect, useState } from "react"
import type { Query, ScanListItem, ScanList as Scans } from "../../../client/index.ts"
import { addressOf } from "../../../domain/request/customerDetails.ts"
import { Link } from "../app/router.tsx"
import { useSession } from "../app/session.tsx"
import { formatOf } from "../lib/format.ts"
import { type Loaded, useLoad } from "../lib/load.ts"
import { usePageWords } from "../lib/pageWords.tsx"
import { useSettings } from "../lib/settings.tsx"
import { useAppText } from "../text/appText.ts"
import { Async } from "../ui/Async.tsx"
import { Name } from "../ui/Name.tsx"
import { Pager } from "../ui/Pager.tsx"
import { Table } from "../ui/Table.tsx"
import { GOALS } from "./goals.ts"
import { ListFilters } from "./ListFilters.tsx"
import {
  type Filter,
  isNarrowed,
  type ListState,
  lastRow,
  OFFER_STATES,
  rememberList,
  useListState,
} from "./listState.ts"
import { OfferOf } from "./OfferOf.tsx"
import { Selection } from "./Selection.tsx"
import { StatusBadge } from "./StatusBadge.tsx"
import { useProgress } from "./useProgress.ts"

const PAGE_SIZE = 50
/** Interval at which a list with unfinished scans is reloaded. */
const POLL_MS = 2_000
/** Maximum number of followed scans; a browser has six connections per host, and other calls need some. */
const MAX_FOLLOWED = 3

const isRunning = ({ status }: ScanListItem): boolean => status === "pending" || status === "processing"

const STATUS: Record<Filter, Query<"GET /v1/scans">["status"]> = {
  all: undefined,
  running: "running",
  completed: "completed",
  accepted: undefined,
  failed: "error",
}

/** Query parameters for a state of the list; the service calls `failed` "error". */
const queryOf = ({ page, state, sort, search, goal, offer, ...rest }: ListState): Query<"GET /v1/scans"> => {
  const { from, to, minSavings } = rest
  const status = STATUS[state]
  const offerStatus = OFFER_STATES.find(name => name === offer)
  const knownGoal = GOALS.find(name => name === goal)
  return {
    page,
    limit: PAGE_SIZE,
    ...(status ? { status } : {}),
    ...(state === "accepted" ? { accepted: "true" as const } : {}),
    ...(search ? { search } : {}),
    ...(knownGoal ? { goal: knownGoal } : {}),
    ...(offerStatus ? { offerStatus } : {}),
    ...(from ? { createdFrom: from } : {}),
    ...(to ? { createdTo: to } : {}),
    ...(minSavings ? { minYearlySavings: Number(minSavings) } : {}),
    // The shortest payback is the best.
    ...(sort === "newest" ? {} : { sort, order: sort === "returnPeriod" ? ("asc" as const) : ("desc" as const) }),
  }
}

/** Loads a page of scans and reloads it while some are running. */
const useScans = (state: ListState, siteId: string | undefined): Loaded<Scans> => {
  const { ask } = useSession()
  const { language } = useSettings()
  const query = JSON.stringify({ ...queryOf(state), siteId })
  const scans = useLoad(
    useCallback(signal => ask("GET /v1/scans", { query: JSON.parse(query), signal }), [ask, query]),
    language,
  )
  const { value, error, reload } = scans
  // biome-ignore lint/correctness/useExhaustiveDependencies: an error is followed by another attempt too
  useEffect(() => {
    if (!value?.items.some(isRunning)) return
    const timer = setTimeout(reload, POLL_MS)
    return () => clearTimeout(timer)
  }, [value, error, reload])
  return scans
}

/** Less than half of the last digit shown. */
const NOTHING = 0.005

/** True if nothing was bought: the site stays unchanged. */
const isUnchanged = ({ yearlySavings, co2SavedKg }: ScanListItem): boolean =>
  [yearlySavings, co2SavedKg].every(figure => figure !== null && Math.abs(figure) < NOTHING)

const Marks = ({ scan }: { scan: ScanListItem }) => {
  const { scans } = useAppText()
  return (
    <>
      {scan.isAdjustment ? <span className="badge">{scans.adjustment}</span> : null}{" "}
      {scan.adjustmentCount > 0 ? (
        <span className="badge">{scans.adjustments(String(scan.adjustmentCount))}</span>
      ) : null}{" "}
      {scan.acceptedAt ? <span className="badge good">{scans.accepted}</span> : null}{" "}
      {scan.status === "completed" && !scan.hasSeenReport ? <span className="badge">{scans.unseen}</span> : null}
    </>
  )
}

interface StateProps {
  scan: ScanListItem
  isFollowed: boolean
  onEnd(): void
}

/** State of a scan: progress while running, cause of a failure. */
const State = ({ scan, isFollowed, onEnd }: StateProps) => {
  const { scans } = useAppText()
  const inPageWords = usePageWords()
  const { status, progression } = useProgress(scan, isFollowed, onEnd)
  return (
    <>
      <StatusBadge status={isFollowed ? status : scan.status} />
      {isFollowed ? <progress max={100} value={progression} aria-label={scans.progress} /> : null}
      {scan.errorMessage ? <span className="reason small muted">{inPageWords(scan.errorMessage)}</span> : null}
    </>
  )
}

const rowId = (id: string): string => `row-${id}`

/** Link to a scan by its customer or dossier, with address, time and marks below. */
const Customer = ({ scan }: { scan: ScanListItem }) => {
  const { format } = useSettings()
  const { id, customerDetails, dossierId, place, createdAt } = scan
  const { name, reference, email, phone } = customerDetails ?? {}
  const address = customerDetails && addressOf(customerDetails)
  const lines = [name, reference, address, email ?? phone, dossierId, address ? null : place]
  const when = format.dateTime(createdAt)
  const [first = when, ...details] = lines.flatMap(line => line || [])
  return (
    <span className="customer">
      <Link to={`/scans/${id}`} id={rowId(id)} onClickCapture={() => rememberList(id)}>
        <Name>{first}</Name>
      </Link>
      {details.length > 0 ? (
        <span className="small muted">
          <Name>{details.join(" · ")}</Name>
        </span>
      ) : null}
      <span className="small muted">
        {first === when ? null : when} <Marks scan={scan} />
      </span>
    </span>
  )
}

const OFFERED = ["sent", "accepted", "expired"]

/** Payback of a completed scan, by which the list is sorted, and at the price of its released offer. */
const Payback = ({ scan }: { scan: ScanListItem }) => {
  const { scans } = useAppText()
  const { format } = useSettings()
  const { status, offerStatus, offerReturnPeriod, returnPeriod } = scan
  if (status !== "completed") return "–"
  const isOffered = OFFERED.includes(offerStatus) && offerReturnPeriod !== undefined
  const inYears = (years: number | null) => (years === null ? scans.never : format.years(years))
  return (
    <>
      {isUnchanged(scan) ? format.years(returnPeriod) : inYears(returnPeriod)}
      {isOffered ? (
        <span className="small muted at-price">{scans.atOfferPrice(inYears(offerReturnPeriod))}</span>
      ) : null}
    </>
  )
}

/** Restores the focus to the row that led to a report. */
const useLastRow = () => {
  useEffect(() => {
    const row = document.getElementById(rowId(lastRow() ?? ""))
    row?.scrollIntoView({ block: "center", behavior: "instant" })
    row?.focus({ preventScroll: true })
  }, [])
}

interface RowsProps {
  items: readonly ScanListItem[]
  chosen: ReadonlySet<string>
  onChoose(id: string, isChosen: boolean): void
  onEnd(): void
}

const Rows = ({ items, chosen, onChoose, onEnd }: RowsProps) => {
  const { scans, selection } = useAppText()
  const { format, language, text } = useSettings()
  const figure = (scan: ScanListItem, shown: string) => (scan.status === "completed" ? shown : "–")
  const hasCost = items.some(({ cost }) => (cost ?? 0) > 0)
  const followed = items.filter(isRunning).slice(-MAX_FOLLOWED)
  const rows = items.map(scan => ({
    key: scan.id,
    cells: [
      <>
        <label className="choose">
          <input
            type="checkbox"
            checked={chosen.has(scan.id)}
            onChange={event => onChoose(scan.id, event.target.checked)}
          />
          <span className="hidden">{selection.choose(format.dateTime(scan.createdAt))}</span>
        </label>
        <Customer scan={scan} />
      </>,
      <State key="state" scan={scan} isFollowed={followed.includes(scan)} onEnd={onEnd} />,
      <OfferOf key="offer" scan={scan} />,
      text.report.goals[scan.goal].replace(/^\w+: /, ""),
      figure(scan, formatOf(language, scan.currency).eur(scan.yearlySavings)),
      figure(scan, format.percent(scan.selfSufficiency)),
      <Payback key="payback" scan={scan} />,
      figure(scan, format.kg(scan.co2SavedKg)),
      ...(hasCost ? [scan.cost === null ? "–" : format.eur(scan.cost, 2)] : []),
    ],
  }))
  const head = [
    scans.customer,
    scans.state,
    scans.offer,
    scans.goal,
    scans.savings,
    scans.sufficiency,
    scans.payback,
    scans.carbon,
    ...(hasCost ? [scans.cost] : []),
  ]
  return <Table label={scans.title} head={head} rows={rows} words={4} isListing isWide />
}

interface ListedProps {
  list: Scans
  /** True if filters hide scans. */
  isNarrowed: boolean
  onPage(page: number): void
  onEnd(): void
}

const Listed = ({ list, isNarrowed, onPage, onEnd }: ListedProps) => {
  const { format } = useSettings()
  const { scans } = useAppText()
  useLastRow()
  const { items } = list
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const choose = (id: string, isChosen: boolean) =>
    setChosen(before => (isChosen ? before.union(new Set([id])) : before.difference(new Set([id]))))
  return (
    <div className="card stack">
      <Selection
        chosen={items.filter(({ id }) => chosen.has(id))}
        onClear={() => setChosen(new Set())}
        onChange={onEnd}
      />
      {items.length > 0 ? (
        <Rows items={items} chosen={chosen} onChoose={choose} onEnd={onEnd} />
      ) : (
        <p className="muted">{isNarrowed ? scans.none : scans.empty}</p>
      )}
      {list.searchedFrom && <p className="muted">{scans.searchedFrom(format.date(list.searchedFrom))}</p>}
      <Pager page={list.page} totalPages={list.totalPages} onPage={onPage} />
    </div>
  )
}

/** Scans of the organization or of a site, newest first or by a figure; the address holds the state of the list. */
const ScanList = ({ siteId }: { siteId?: string }) => {
  const { scans } = useAppText()
  const { state, change } = useListState()
  const loaded = useScans(state, siteId)
  return (
    <div className={siteId ? "stack" : "content"}>
      <div className="row spread">
        {siteId ? <h2>{scans.title}</h2> : <h1>{scans.title}</h1>}
        <Link to={siteId ? `/scans/new?site=${siteId}` : "/scans/new"} className="button primary">
          {scans.new}
        </Link>
      </div>
      <ListFilters state={state} change={change} />
      <Async loaded={loaded}>
        {list => (
          <Listed
            list={list}
            isNarrowed={isNarrowed(state)}
            onPage={page => change({ page: String(page) })}
            onEnd={loaded.reload}
          />
        )}
      </Async>
    </div>
  )
}

export default ScanList
