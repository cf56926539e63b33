import { useState } from "react"
import type { Answer } from "../../../client/index.ts"
import { useSession } from "../app/session.tsx"
import { submitted, useAction } from "../lib/action.ts"
import { useSettings } from "../lib/settings.tsx"
import { useAppText } from "../text/appText.ts"
import { DateField } from "../ui/DateField.tsx"
import { Check } from "../ui/Field.tsx"
import { Problem } from "../ui/Problem.tsx"

type Replayed = Answer<"POST /v1/webhook-endpoints/{id}/replay">

/** Converts a moment of the reader's clock for the service. */
const instantOf = (local: FormDataEntryValue | null): string | undefined =>
  local ? new Date(String(local)).toISOString() : undefined

/** Sends deliveries again that an endpoint received within a range of time. */
export const Replay = ({ endpointId, onDone }: { endpointId: string; onDone(): void }) => {
  const { ask } = useSession()
  const { format } = useSettings()
  const { webhooks } = useAppText().organization
  const [replayed, setReplayed] = useState<Replayed>()
  const replay = useAction(async (form: HTMLFormElement) => {
    const data = new FormData(form)
    const to = instantOf(data.get("to"))
    const body = {
      from: instantOf(data.get("from")) ?? "",
      ...(to ? { to } : {}),
      ...(data.has("all") ? { outcome: "all" as const } : {}),
    }
    setReplayed(await ask("POST /v1/webhook-endpoints/{id}/replay", { params: { id: endpointId }, body }))
    onDone()
  })
  const onSubmit = submitted(replay.run)
  return (
    <details>
      <summary>{webhooks.replay}</summary>
      <form className="stack" onSubmit={onSubmit} noValidate>
        <p className="small muted">{webhooks.replayLead}</p>
        <div className="row">
          <DateField label={webhooks.replayFrom} name="from" hasTime />
          <DateField label={webhooks.replayTo} hint={webhooks.replayToHint} name="to" hasTime />
          <Check label={webhooks.replayAll} name="all" />
          <button type="submit" disabled={replay.isBusy}>
            {webhooks.replay}
          </button>
        </div>
        <Problem message={replay.message} />
        {replayed ? (
          <p className="small" role="status">
            {webhooks.replayed(format.number(replayed.replayed, 0))}{" "}
            {replayed.nextFrom ? webhooks.replayMore(format.dateTime(replayed.nextFrom)) : null}
          </p>
        ) : null}
      </form>
    </details>
  )
}
