import { useCallback, useEffect } from "react"
import { type Answer, ScanApiError } from "../../../client/index.ts"
import { Link } from "../app/router.tsx"
import { useSession } from "../app/session.tsx"
import { useConnection } from "../lib/connection.ts"
import { type Loaded, useLoad } from "../lib/load.ts"
import { useSettings } from "../lib/settings.tsx"
import { useAppText } from "../text/appText.ts"
import { Async } from "../ui/Async.tsx"
import { Facts } from "../ui/Facts.tsx"
import { Batches } from "./Batches.tsx"
import { SolveTimes } from "./SolveTimes.tsx"

const POLL_MS = 5_000
const SHOWN_BATCHES = 10

type Figures = Answer<"GET /v1/operations">

type Ready = Answer<"GET /readyz">

interface Seen {
  ready: Ready
  figures: Figures
  batches: Answer<"GET /v1/batches">
}

/** Readiness of a process: a process that is not ready answers 503 with its missing parts. */
const notReady = (error: unknown): Ready => {
  if (error instanceof ScanApiError && isReady(error.answer)) return error.answer
  throw error
}

const isReady = (answer: unknown): answer is Ready =>
  typeof answer === "object" && answer !== null && "status" in answer && "checks" in answer

const useSeen = (): Loaded<Seen> => {
  const { ask } = useSession()
  const seen = useLoad(
    useCallback(
      async (signal): Promise<Seen> => {
        const [ready, figures, batches] = await Promise.all([
          ask("GET /readyz", { signal }).catch(notReady),
          ask("GET /v1/operations", { signal }),
          ask("GET /v1/batches", { query: { limit: SHOWN_BATCHES }, signal }),
        ])
        return { ready, figures, batches }
      },
      [ask],
    ),
  )
  const { reload } = seen
  useEffect(() => {
    const timer = setInterval(reload, POLL_MS)
    return () => clearInterval(timer)
  }, [reload])
  return seen
}

const Checks = ({ ready }: { ready: Ready }) => {
  const { operations } = useAppText()
  const { isAway } = useConnection()
  const isReady = ready.status === "ready" && !isAway
  return (
    <ul className="row plain-list" aria-label={operations.checks}>
      <li className={isReady ? "badge good" : "badge bad"}>
        {isAway ? operations.away : isReady ? operations.ready : operations.notReady}
      </li>
      {Object.entries(ready.checks).map(([name, isThere]) => (
        <li className={isThere ? "badge" : "badge bad"} key={name}>
          {name}: {isThere ? operations.yes : operations.no}
        </li>
      ))}
    </ul>
  )
}

/** Queue and workers of the whole installation. */
const Queue = ({ waiting }: Pick<Figures, "waiting">) => {
  const { operations } = useAppText()
  const { format } = useSettings()
  const oldest = waiting.oldestSeconds
  const rows = [
    [operations.pending, format.number(waiting.scans, 0), operations.pendingWhy],
    [operations.oldest, oldest === null ? "–" : `${format.number(oldest)} s`, operations.oldestWhy],
    [operations.solving, format.number(waiting.solving, 0), operations.solvingWhy],
    [operations.slots, format.number(waiting.solverPlaces, 0), operations.slotsWhy],
  ]
  return (
    <dl className="kpis small-kpis">
      {rows.map(([name, value, why]) => (
        <div className="kpi" key={name}>
          <dt>{name}</dt>
          <dd className="value">{value}</dd>
          <dd className="why">{why}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Results of the organization's scans and webhooks. */
const Ended = ({ figures }: { figures: Figures }) => {
  const { operations } = useAppText()
  const { format } = useSettings()
  const { completed, failed, solve, wait, deliveries } = figures
  const seconds = (value: number | null) => (value === null ? "–" : `${format.number(value)} s`)
  const count = (value: number) => format.number(value, 0)
  const facts: [string, string][] = [
    [operations.solved, count(completed)],
    [operations.failedScans, count(failed)],
    [operations.medianSolve, seconds(solve.median)],
    [operations.p95Solve, seconds(solve.p95)],
    [operations.medianWait, seconds(wait.median)],
    [operations.p95Wait, seconds(wait.p95)],
    [operations.delivered, count(deliveries.delivered)],
    [operations.undelivered, count(deliveries.failed)],
    [operations.toDeliver, count(deliveries.waiting)],
  ]
  return (
    <div className="card stack">
      <h2>{operations.ended}</h2>
      <p className="small muted">{operations.endedLead}</p>
      <Facts facts={facts} />
    </div>
  )
}

const Failures = ({ failures }: Pick<Figures, "failures">) => {
  const { operations, scans } = useAppText()
  const { format } = useSettings()
  return (
    <div className="card stack">
      <h2>{operations.failures}</h2>
      {failures.length === 0 ? <p className="muted">{operations.noFailures}</p> : null}
      <ul className="notes">
        {failures.map(({ id, endedAt, message }) => (
          <li key={id}>
            <Link to={`/scans/${id}`}>{scans.open(format.dateTime(endedAt))}</Link>: <span>{message}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

const View = ({ ready, figures, batches }: Seen) => (
  <>
    <Checks ready={ready} />
    <Queue waiting={figures.waiting} />
    <Ended figures={figures} />
    <Batches batches={batches.items} />
    <SolveTimes solveTimes={figures.solveTimes} />
    <Failures failures={figures.failures} />
  </>
)

/** State of the service, for owners. */
const Operations = () => {
  const { isOwner } = useSession()
  const { operations } = useAppText()
  return (
    <div className="content">
      <h1>{operations.title}</h1>
      {isOwner ? <Watched /> : <p className="muted">{operations.ownersOnly}</p>}
    </div>
  )
}

const Watched = () => {
  const { operations } = useAppText()
  const seen = useSeen()
  return (
    <>
      <p className="muted">{operations.lead}</p>
      <Async loaded={seen}>{value => <View {...value} />}</Async>
    </>
  )
}

export default Operations
