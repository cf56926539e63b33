import { type FormEvent, useCallback, useState } from "react"
import type { Answer } from "../../../client/index.ts"
import { useSession } from "../app/session.tsx"
import { useAction } from "../lib/action.ts"
import { useLoad } from "../lib/load.ts"
import { useAppText } from "../text/appText.ts"
import { Async } from "../ui/Async.tsx"
import { Check, Field } from "../ui/Field.tsx"
import { Problem } from "../ui/Problem.tsx"
import { Secret } from "../ui/Secret.tsx"
import { Deliveries } from "./Deliveries.tsx"
import { RemoveButton } from "./RemoveButton.tsx"

type Endpoint = Answer<"GET /v1/webhook-endpoints/{id}">

const EVENTS = ["scan.pending", "scan.processing", "scan.completed", "scan.failed"] as const

const NewEndpoint = ({ onCreated }: { onCreated(): void }) => {
  const { ask } = useSession()
  const text = useAppText()
  const { webhooks } = text.organization
  const [made, setMade] = useState<Answer<"POST /v1/webhook-endpoints">>()
  const create = useAction(async (form: HTMLFormElement) => {
    const data = new FormData(form)
    const body = { url: String(data.get("url")), events: EVENTS.filter(event => data.has(event)) }
    setMade(await ask("POST /v1/webhook-endpoints", { body }))
    form.reset()
    onCreated()
  })
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    create.run(event.currentTarget)
  }
  return (
    <form className="card stack" onSubmit={onSubmit} noValidate>
      <h2>{webhooks.new}</h2>
      <Field label={webhooks.url} name="url" type="url" placeholder="https://" maxLength={2048} />
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame */}
      <div className="row" role="group" aria-label={webhooks.events}>
        {EVENTS.map(event => (
          <Check key={event} name={event} label={event} defaultChecked={event !== "scan.pending"} />
        ))}
      </div>
      <Problem message={create.message} />
      <div className="row">
        <button type="submit" className="primary" disabled={create.isBusy}>
          {text.add}
        </button>
      </div>
      {made ? <Secret label={webhooks.secret} value={made.secret} /> : null}
    </form>
  )
}

/** What an owner can do with an endpoint. */
const Controls = ({ endpoint, onChange }: { endpoint: Endpoint; onChange(): void }) => {
  const { ask } = useSession()
  const { webhooks } = useAppText().organization
  const [secret, setSecret] = useState<string>()
  const params = { id: endpoint.id }
  const toggle = useAction(async (active: boolean) => {
    await ask("PATCH /v1/webhook-endpoints/{id}", { params, body: { active } })
    onChange()
  })
  const renew = useAction(async () => {
    setSecret((await ask("POST /v1/webhook-endpoints/{id}/secret", { params })).secret)
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
          disabled={toggle.isBusy}
          onChange={event => toggle.run(event.target.checked)}
        />
        <button type="button" disabled={test.isBusy} onClick={test.run}>
          {webhooks.test}
        </button>
        <button type="button" disabled={renew.isBusy} onClick={renew.run}>
          {webhooks.newSecret}
        </button>
        <RemoveButton
          name={endpoint.url}
          onRemove={() => ask("DELETE /v1/webhook-endpoints/{id}", { params })}
          onDone={onChange}
        />
      </div>
      <Problem message={toggle.message ?? renew.message ?? test.message} />
      {secret ? <Secret label={webhooks.secret} value={secret} /> : null}
    </>
  )
}

const EndpointCard = ({ endpoint, onChange }: { endpoint: Endpoint; onChange(): void }) => {
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
      {isOwner ? <Controls endpoint={endpoint} onChange={changed} /> : null}
      <Deliveries endpoint={endpoint} round={round} />
    </article>
  )
}

/** Where events are sent, and what came of it; of the mode that is shown. */
export const Webhooks = () => {
  const { ask, isOwner } = useSession()
  const text = useAppText()
  const endpoints = useLoad(
    useCallback(signal => ask("GET /v1/webhook-endpoints", { query: { limit: 100 }, signal }), [ask]),
  )
  return (
    <>
      {isOwner ? <NewEndpoint onCreated={endpoints.reload} /> : <p className="muted">{text.ownersOnly}</p>}
      <Async loaded={endpoints}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="muted">{text.organization.webhooks.empty}</p>
          ) : (
            items.map(endpoint => <EndpointCard key={endpoint.id} endpoint={endpoint} onChange={endpoints.reload} />)
          )
        }
      </Async>
    </>
  )
}
