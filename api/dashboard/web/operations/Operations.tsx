import { useCallback, useEffect } from "react"
import type { ScanList } from "../../../scans/schemas.ts"
import { Link } from "../app/router.tsx"
import { useSession } from "../app/session.tsx"
import { type Loaded, useLoad } from "../lib/load.ts"
import { useSettings } from "../lib/settings.tsx"
import { useAppText } from "../text/appText.ts"
import { Async } from "../ui/Async.tsx"
import { Table } from "../ui/Table.tsx"
import { meanOf, parseMetrics, type Sample, samplesOf, valueOfMetric } from "./metrics.ts"
import { SolveTimes } from "./SolveTimes.tsx"

const POLL_MS = 5_000

interface Ready {
  status: string
  checks: Record<string, boolean>
}

interface Seen {
  ready: Ready
  samples: Sample[]
  failures: ScanList["items"]
}

const useSeen = (): Loaded<Seen> => {
  const { ask } = useSession()
  const seen = useLoad(
    useCallback(
      async (signal): Promise<Seen> => {
        const [ready, metrics, scans] = await Promise.all([
          fetch("/readyz", { signal }).then(response => response.json() as Promise<Ready>),
          fetch("/metrics", { signal }).then(response => response.text()),
          ask<ScanList>("/v1/scans?limit=100", { signal }),
        ])
        return { ready, samples: parseMetrics(metrics), failures: scans.items.filter(({ hasError }) => hasError) }
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

const useFigures = (samples: readonly Sample[]): [string, string][] => {
  const { operations } = useAppText()
  const { format } = useSettings()
  const count = (name: string, labels?: Record<string, string>) =>
    format.number(valueOfMetric(samples, name, labels), 0)
  const seconds = (value: number | undefined) => (value === undefined ? "–" : `${format.number(value)} s`)
  return [
    [operations.pending, count("scans_pending")],
    [operations.oldest, seconds(valueOfMetric(samples, "scans_oldest_pending_seconds"))],
    [operations.slots, count("bus_queue_slots", { queue: "jobs" })],
    [operations.queued, count("bus_queue_messages", { queue: "jobs" })],
    [operations.solved, count("scans_ended_total", { status: "completed" })],
    [operations.failedScans, count("scans_ended_total", { status: "error" })],
    [operations.meanSolve, seconds(meanOf(samples, "scan_solve_seconds"))],
    [operations.meanWait, seconds(meanOf(samples, "scan_queue_wait_seconds"))],
  ]
}

const Checks = ({ ready }: { ready: Ready }) => {
  const { operations } = useAppText()
  const isReady = ready.status === "ready"
  return (
    <ul className="row plain-list" aria-label={operations.checks}>
      <li className={isReady ? "badge good" : "badge bad"}>{isReady ? operations.ready : operations.notReady}</li>
      {Object.entries(ready.checks).map(([name, isThere]) => (
        <li className={isThere ? "badge" : "badge bad"} key={name}>
          {name}: {isThere ? operations.yes : operations.no}
        </li>
      ))}
    </ul>
  )
}

const Webhooks = ({ samples }: { samples: readonly Sample[] }) => {
  const { operations } = useAppText()
  const { format } = useSettings()
  const rows = samplesOf(samples, "webhook_deliveries_total").map(({ labels, value }) => ({
    key: labels.outcome,
    cells: [labels.outcome, format.number(value, 0)],
  }))
  if (rows.length === 0) return null
  return (
    <div className="card stack">
      <h2>{operations.webhooks}</h2>
      <Table label={operations.webhooks} head={[operations.outcome, operations.number]} rows={rows} />
    </div>
  )
}

const Failures = ({ failures }: { failures: ScanList["items"] }) => {
  const { operations, scans } = useAppText()
  const { format } = useSettings()
  return (
    <div className="card stack">
      <h2>{operations.failures}</h2>
      {failures.length === 0 ? <p className="muted">{operations.noFailures}</p> : null}
      <ul className="notes">
        {failures.map(({ id, createdAt, errorMessage }) => (
          <li key={id}>
            <Link to={`/scans/${id}`}>{scans.open(format.dateTime(createdAt))}</Link>: {errorMessage}
          </li>
        ))}
      </ul>
    </div>
  )
}

const View = ({ ready, samples, failures }: Seen) => {
  const figures = useFigures(samples)
  return (
    <>
      <Checks ready={ready} />
      <dl className="kpis small-kpis">
        {figures.map(([name, value]) => (
          <div className="kpi" key={name}>
            <dt>{name}</dt>
            <dd className="value">{value}</dd>
          </div>
        ))}
      </dl>
      <SolveTimes samples={samples} />
      <div className="two">
        <Webhooks samples={samples} />
        <Failures failures={failures} />
      </div>
    </>
  )
}

/** How the service is doing, for owners. */
const Operations = () => {
  const { isOwner } = useSession()
  const { operations } = useAppText()
  const seen = useSeen()
  if (!isOwner) return <p className="loading">{operations.ownersOnly}</p>
  return (
    <div className="content">
      <h1>{operations.title}</h1>
      <p className="muted">{operations.lead}</p>
      <Async loaded={seen}>{value => <View {...value} />}</Async>
    </div>
  )
}

export default Operations
