import { useCallback, useState } from "react"
import type { Answer, Body } from "../../../client/index.ts"
import { SERVICE_EVENTS } from "../../../domain/organization/events/serviceEvents.ts"
import { useSession } from "../app/session.tsx"
import { submitted, useAction } from "../lib/action.ts"
import { useLoad } from "../lib/load.ts"
import { useSettings } from "../lib/settings.tsx"
import { useAppText } from "../text/appText.ts"
import { Async } from "../ui/Async.tsx"
import { Check, Choice, Field } from "../ui/Field.tsx"
import { Problem } from "../ui/Problem.tsx"
import { Secret } from "../ui/Secret.tsx"
import { Deliveries } from "./Deliveries.tsx"
import { RemoveButton } from "./RemoveButton.tsx"
import { Replay } from "./Replay.tsx"

type Endpoint = Answer<"GET /v1/webhook-endpoints/{id}">
type Changes = Body<"PATCH /v1/webhook-endpoints/{id}">

/** Events that are off by default, because most receivers wait for the end of scans. */
const RARE = ["scan.pending", "report.accepted", "offer.accepted"]
const PARALLEL_REQUESTS = [1, 2, 4, 8, 16, 32]

interface Shown {
  secret: string
  /** URL of the secret's endpoint. */
  url: string
  /** Id of an endpoint whose secret was renewed: the secret is shown there. */
  renewedId?: string
}

const NewSecret = ({ endpoint }: { endpoint: Shown }) => {
  const { webhooks } = useAppText().organization
  return <Secret key={endpoint.secret} label={`${webhooks.secret}: ${endpoint.url}`} value={endpoint.secret} />
}

const NewEndpoint = ({ onCreated }: { onCreated(endpoint: Shown): void }) => {
  const { ask } = useSession()
  const text = useAppText()
  const { webhooks } = text.organization
  const create = useAction(async (form: HTMLFormElement) => {
    const data = new FormData(form)
    const body = { url: String(data.get("url")), events: SERVICE_EVENTS.filter(event => data.has(event)) }
    const endpoint = await ask("POST /v1/webhook-endpoints", { body })
    form.reset()
    onCreated(endpoint)
  })
  const onSubmit = submitted(create.run)
  return (
    <form className="card stack" onSubmit={onSubmit} noValidate>
      <h2>{webhooks.new}</h2>
      <Field label={webhooks.url} name="url" type="url" placeholder="https://" maxLength={2048} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame */}
      <div className="row" role="group" aria-label={webhooks.events}>
        {SERVICE_EVENTS.map(event => (
          <Check key={event} name={event} label={event} defaultChecked={!RARE.includes(event)} />
        ))}
      </div>
      <Problem message={create.message} />
      <div className="row">
        <button type="submit" className="primary" disabled={create.isBusy}>
          {text.add}
        </button>
      </div>
    </form>
  )
}

interface EndpointProps {
  endpoint: Endpoint
  /** The newest secret. */
  shown: Shown | undefined
  onChange(): void
  onSecret(endpoint: Shown): void
}

/** Usual numbers of requests at the same time, and the endpoint's own. */
const parallelOptions = ({ parallelRequests }: Endpoint, bySpeed: string): [string, string][] => {
  const numbers = new Set([...PARALLEL_REQUESTS, ...(parallelRequests === null ? [] : [parallelRequests])])
  return [["", bySpeed], ...[...numbers].sort((a, b) => a - b).map((n): [string, string] => [String(n), String(n)])]
}

/** Actions of an owner on an endpoint. */
const Controls = ({ endpoint, shown, onChange, onSecret }: EndpointProps) => {
  const { ask } = useSession()
  const { format } = useSettings()
  const { webhooks } = useAppText().organization
  const params = { id: endpoint.id }
  const change = useAction(async (body: Changes) => {
    await ask("PATCH /v1/webhook-endpoints/{id}", { params, body })
    onChange()
  })
  const [overlap, setOverlap] = useState("0")
  const renew = useAction(async () => {
    if (!confirm(webhooks.confirmSecret)) return
    const body = { overlapSeconds: Number(overlap) }
    const { secret } = await ask("POST /v1/webhook-endpoints/{id}/secret", { params, body })
    onSecret({ secret, url: endpoint.url, renewedId: endpoint.id })
    onChange()
  })
  const test = useAction(async () => {
    await ask("POST /v1/webhook-endpoints/{id}/test", { params })
    onChange()
  })
  return (
    <>
      <div className="row">
        <Check
          label={webhooks.active}
          checked={endpoint.active}
          disabled={change.isBusy}
          onChange={event => change.run({ active: event.target.checked })}
        />
        <Check
          label={webhooks.retries}
          checked={endpoint.retries}
          disabled={change.isBusy}
          onChange={event => change.run({ retries: event.target.checked })}
        />
        <button type="button" disabled={test.isBusy} onClick={test.run}>
          {webhooks.test}
        </button>
        <RemoveButton
          name={endpoint.url}
          onRemove={() => ask("DELETE /v1/webhook-endpoints/{id}", { params })}
          onDone={onChange}
        />
      </div>
      <div className="row bottom">
        <Choice
          label={webhooks.parallel}
          value={String(endpoint.parallelRequests ?? "")}
          disabled={change.isBusy}
          options={parallelOptions(endpoint, webhooks.bySpeed)}
          onChange={event => change.run({ parallelRequests: Number(event.target.value) || null })}
        />
        <Choice
          label={webhooks.overlap}
          value={overlap}
          options={Object.entries(webhooks.overlaps)}
          onChange={event => setOverlap(event.target.value)}
        />
        <button type="button" disabled={renew.isBusy} onClick={renew.run}>
          {webhooks.newSecret}
        </button>
      </div>
      {shown?.renewedId === endpoint.id ? <NewSecret endpoint={shown} /> : null}
      {endpoint.previousSecretUntil ? (
        <p className="small muted">{webhooks.secretUntil(format.dateTime(endpoint.previousSecretUntil))}</p>
      ) : null}
      <Problem message={change.message ?? renew.message ?? test.message} />
      <Replay endpointId={endpoint.id} onDone={onChange} />
    </>
  )
}

const EndpointCard = ({ endpoint, shown, onChange, onSecret }: EndpointProps) => {
  const { isOwner } = useSession()
  const [round, setRound] = useState(0)
  const changed = () => {
    setRound(before => before + 1)
    onChange()
  }
  return (
    <article className="card stack">
      <h2 className="address">{endpoint.url}</h2>
      <div className="row">
        {endpoint.events.map(event => (
          <span className="badge" key={event}>
            {event}
          </span>
        ))}
      </div>
      {isOwner ? <Controls endpoint={endpoint} shown={shown} onChange={changed} onSecret={onSecret} /> : null}
      <Deliveries endpoint={endpoint} round={round} />
    </article>
  )
}

/** Webhook endpoints and their deliveries, in the current mode. */
export const Webhooks = () => <OfMode key={useSession().mode} />

const OfMode = () => {
  const { ask, isOwner } = useSession()
  const text = useAppText()
  const endpoints = useLoad(
    useCallback(signal => ask("GET /v1/webhook-endpoints", { query: { limit: 100 }, signal }), [ask]),
  )
  const [shown, setShown] = useState<Shown>()
  const created = (endpoint: Shown) => {
    setShown(endpoint)
    endpoints.reload()
  }
  return (
    <>
      {isOwner ? <NewEndpoint onCreated={created} /> : <p className="muted">{text.ownersOnly}</p>}
      {shown && !shown.renewedId ? <NewSecret endpoint={shown} /> : null}
      <Async loaded={endpoints}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="muted">{text.organization.webhooks.empty}</p>
          ) : (
            items.map(endpoint => (
              <EndpointCard
                key={endpoint.id}
                endpoint={endpoint}
                shown={shown}
                onChange={endpoints.reload}
                onSecret={setShown}
              />
            ))
          )
        }
      </Async>
    </>
  )
}
