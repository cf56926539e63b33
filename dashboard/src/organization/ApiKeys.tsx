import { useCallback, useState } from "react"
import type { Answer, Body } from "../../../client/index.ts"
import { useSession } from "../app/session.tsx"
import { submitted, useAction } from "../lib/action.ts"
import { useLoad } from "../lib/load.ts"
import { useSettings } from "../lib/settings.tsx"
import { useAppText } from "../text/appText.ts"
import { Async } from "../ui/Async.tsx"
import { Check, Choice, Field } from "../ui/Field.tsx"
import { Name } from "../ui/Name.tsx"
import { Problem } from "../ui/Problem.tsx"
import { Secret } from "../ui/Secret.tsx"
import { Table } from "../ui/Table.tsx"
import { RemoveButton } from "./RemoveButton.tsx"

const SCOPES = ["read", "write", "webhooks"] as const

const List = ({ keys, onChange }: { keys: Answer<"GET /v1/api-keys">; onChange(): void }) => {
  const text = useAppText()
  const { ask, isOwner } = useSession()
  const { format } = useSettings()
  const { keys: words, tabs } = text.organization
  if (keys.items.length === 0) return <p className="muted">{words.empty}</p>
  const rows = keys.items.map(({ id, name, mode, scopes, last4, lastUsedAt, createdAt }) => ({
    key: id,
    cells: [
      <Name key="name">{name}</Name>,
      words.modes[mode],
      scopes.map(scope => words.scopeNames[scope]).join(", "),
      <code key="key">…{last4}</code>,
      lastUsedAt === null ? words.never : format.dateTime(lastUsedAt),
      format.dateTime(createdAt),
      isOwner ? (
        <RemoveButton
          key="remove"
          name={name}
          onRemove={() => ask("DELETE /v1/api-keys/{id}", { params: { id } })}
          onDone={onChange}
        />
      ) : null,
    ],
  }))
  const head = [words.name, words.mode, words.scopes, words.key, words.lastUsed, text.created, text.actions]
  return <Table label={tabs.keys} head={head} rows={rows} words={3} isListing isWide />
}

const NewKey = ({ onCreated }: { onCreated(): void }) => {
  const { ask } = useSession()
  const text = useAppText()
  const { keys } = text.organization
  const [newKey, setNewKey] = useState<Answer<"POST /v1/api-keys">>()
  const create = useAction(async (form: HTMLFormElement) => {
    const data = new FormData(form)
    const mode: Body<"POST /v1/api-keys">["mode"] = data.get("mode") === "production" ? "production" : "sandbox"
    const scopes = SCOPES.filter(scope => data.has(scope))
    setNewKey(await ask("POST /v1/api-keys", { body: { name: String(data.get("name")), mode, scopes } }))
    form.reset()
    onCreated()
  })
  const onSubmit = submitted(create.run)
  const modes = [["sandbox", keys.modes.sandbox] as const, ["production", keys.modes.production] as const]
  return (
    <form className="card stack" onSubmit={onSubmit}>
      <h2>{keys.new}</h2>
      <div className="fields">
        <Field label={keys.name} name="name" required maxLength={200} />
        <Choice label={keys.mode} name="mode" options={modes} />
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame */}
        <div className="row" role="group" aria-label={keys.scopes}>
          {SCOPES.map(scope => (
            <Check key={scope} name={scope} label={keys.scopeNames[scope]} defaultChecked />
          ))}
        </div>
        <div className="field act">
          <button type="submit" className="primary" disabled={create.isBusy}>
            {text.add}
          </button>
        </div>
      </div>
      <Problem message={create.message} />
      {newKey ? <Secret label={newKey.name} value={newKey.key} /> : null}
    </form>
  )
}

/** Keys of programs that call the service. */
export const ApiKeys = () => {
  const { ask, isOwner } = useSession()
  const text = useAppText()
  const keys = useLoad(useCallback(signal => ask("GET /v1/api-keys", { query: { limit: 100 }, signal }), [ask]))
  return (
    <>
      {isOwner ? <NewKey onCreated={keys.reload} /> : <p className="muted">{text.ownersOnly}</p>}
      <div className="card">
        <Async loaded={keys}>{value => <List keys={value} onChange={keys.reload} />}</Async>
      </div>
    </>
  )
}
