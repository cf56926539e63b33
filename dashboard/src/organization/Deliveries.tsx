import { useCallback, useState } from "react"
import type { Answer } from "../../../client/index.ts"
import { useSession } from "../app/session.tsx"
import { useAction } from "../lib/action.ts"
import { useLoad } from "../lib/load.ts"
import { useSettings } from "../lib/settings.tsx"
import { useAppText } from "../text/appText.ts"
import { Async } from "../ui/Async.tsx"
import { Pager } from "../ui/Pager.tsx"
import { Problem } from "../ui/Problem.tsx"
import { Segments } from "../ui/Segments.tsx"
import { Table } from "../ui/Table.tsx"

type DeliveryList = Answer<"GET /v1/webhook-endpoints/{id}/deliveries">
type Delivery = DeliveryList["items"][number]

const OUTCOMES = ["all", "succeeded", "failed", "waiting", "exhausted"] as const
type Outcome = (typeof OUTCOMES)[number]

const Result = ({ delivery }: { delivery: Delivery }) => {
  const { webhooks } = useAppText().organization
  const { format } = useSettings()
  const { error, statusCode, responseBody, attemptedAt, dueAt } = delivery
  if (attemptedAt === null && error === null) {
    const isLater = dueAt !== null && Date.parse(dueAt) > Date.now()
    return <span className="badge">{isLater ? webhooks.dueAt(format.dateTime(dueAt)) : webhooks.waiting}</span>
  }
  return (
    <>
      {error === null ? (
        <span className="badge good">{`${webhooks.delivered} (${statusCode})`}</span>
      ) : (
        <>
          <span className="badge bad">{webhooks.failed}</span>
          <span className="reason small muted">{error}</span>
        </>
      )}
      {responseBody ? (
        <details>
          <summary>{webhooks.answer}</summary>
          <code className="answer">{responseBody}</code>
        </details>
      ) : null}
    </>
  )
}

/** The event; of a resend or a further attempt the first delivery is named too. */
const EventName = ({ delivery: { event, originalId, attempt } }: { delivery: Delivery }) => {
  const { webhooks } = useAppText().organization
  if (originalId === null) return event
  return (
    <>
      {event}{" "}
      <span className="badge" title={originalId}>
        {attempt > 1 ? webhooks.attempt(attempt) : webhooks.isResend}
      </span>
    </>
  )
}

interface ResendProps {
  endpointId: string
  delivery: Delivery
  onDone(): void
}

const Resend = ({ endpointId, delivery, onDone }: ResendProps) => {
  const { ask } = useSession()
  const { webhooks } = useAppText().organization
  const resend = useAction(async () => {
    const params = { id: endpointId, deliveryId: delivery.id }
    await ask("POST /v1/webhook-endpoints/{id}/deliveries/{deliveryId}/resend", { params })
    onDone()
  })
  return (
    <>
      <button type="button" disabled={resend.isBusy} onClick={resend.run}>
        {webhooks.resend}
      </button>
      <Problem message={resend.message} />
    </>
  )
}

interface LogProps {
  endpointId: string
  list: DeliveryList
  onChange(): void
}

const Log = ({ endpointId, list, onChange }: LogProps) => {
  const text = useAppText()
  const { isOwner } = useSession()
  const { format } = useSettings()
  const { webhooks } = text.organization
  if (list.items.length === 0) return <p className="muted small">{webhooks.noDeliveries}</p>
  const rows = list.items.map(delivery => ({
    key: delivery.id,
    cells: [
      format.dateTime(delivery.createdAt),
      <EventName key="event" delivery={delivery} />,
      <Result key="result" delivery={delivery} />,
      delivery.durationMs === null ? "–" : `${format.number(delivery.durationMs, 0)} ms`,
      isOwner ? <Resend key="resend" endpointId={endpointId} delivery={delivery} onDone={onChange} /> : null,
    ],
  }))
  const head = [webhooks.when, webhooks.event, webhooks.result, webhooks.duration, text.actions]
  return <Table label={webhooks.log} head={head} rows={rows} words={3} isListing isWide />
}

/** Deliveries to an endpoint; a new `round` loads them again. */
export const Deliveries = ({ endpoint, round }: { endpoint: { id: string }; round: number }) => {
  const { ask } = useSession()
  const { webhooks } = useAppText().organization
  const [outcome, setOutcome] = useState<Outcome>("all")
  const [page, setPage] = useState(1)
  const { id } = endpoint
  const list = useLoad(
    useCallback(
      signal => {
        const query = { page, limit: 10, ...(outcome === "all" ? {} : { outcome }) }
        return ask("GET /v1/webhook-endpoints/{id}/deliveries", { params: { id }, query, signal })
      },
      [ask, id, page, outcome],
    ),
    round,
  )
  const choose = (chosen: Outcome) => {
    setOutcome(chosen)
    setPage(1)
  }
  return (
    <div className="stack">
      <div className="row spread">
        <h3>{webhooks.log}</h3>
        <Segments<Outcome>
          label={webhooks.outcome}
          value={outcome}
          options={OUTCOMES.map(name => [name, webhooks.outcomes[name]] as const)}
          onChange={choose}
        />
      </div>
      <Async loaded={list}>
        {value => (
          <>
            <Log endpointId={id} list={value} onChange={list.reload} />
            <Pager page={value.page} totalPages={value.totalPages} onPage={setPage} />
          </>
        )}
      </Async>
    </div>
  )
}
