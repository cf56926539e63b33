import { useState } from "react"
import type { ScanListItem } from "../../../client/index.ts"
import { go } from "../app/router.tsx"
import { useSession } from "../app/session.tsx"
import { useAction } from "../lib/action.ts"
import { csvOfRows, download } from "../lib/download.ts"
import { untilGone } from "../lib/gone.ts"
import { useAppText } from "../text/appText.ts"
import { Problem } from "../ui/Problem.tsx"
import { inTurns } from "./inTurns.ts"
import { rememberList } from "./listState.ts"
import { Until } from "./Share.tsx"

/** Bounds on the number of scans in a comparison. */
const FEWEST_COMPARED = 2
const MOST_COMPARED = 4

const COLUMNS = [
  "id",
  "createdAt",
  "status",
  "goal",
  "name",
  "reference",
  "address",
  "postalCode",
  "town",
  "email",
  "phone",
  "yearlySavings",
  "selfSufficiency",
  "returnPeriod",
  "co2SavedKg",
  "offerStatus",
  "offerGross",
  "offerReturnPeriod",
  "currency",
  "cost",
] as const

const rowOf = ({ customerDetails, ...scan }: ScanListItem) => {
  const values: Record<string, unknown> = { ...scan, ...customerDetails }
  return COLUMNS.map(name => values[name] ?? "")
}

interface SelectionProps {
  chosen: readonly ScanListItem[]
  onClear(): void
  /** Some scans changed. */
  onChange(): void
}

/** Actions for the scans selected in the list. */
export const Selection = ({ chosen, onClear, onChange }: SelectionProps) => {
  const { ask } = useSession()
  const text = useAppText()
  const { selection } = text
  const completed = chosen.filter(({ status }) => status === "completed")
  const [expiresAt, setExpiresAt] = useState<string | null>()
  const share = useAction(async () => {
    const rows = await inTurns(completed, async scan => {
      const body = { enabled: true, ...(expiresAt === undefined ? {} : { expiresAt }) }
      const { shareUrl } = await ask("PUT /v1/scans/{id}/share", { params: { id: scan.id }, body })
      return [...rowOf(scan), shareUrl ?? ""]
    })
    download("shared-scans.csv", "text/csv", csvOfRows([...COLUMNS, "shareUrl"], rows))
    onChange()
  })
  const remove = useAction(async () => {
    if (!confirm(text.confirmDelete(selection.scans(String(chosen.length), chosen.length === 1)))) return
    try {
      await inTurns(chosen, ({ id }) => untilGone(ask("DELETE /v1/scans/{id}", { params: { id } })))
      onClear()
    } finally {
      onChange()
    }
  })
  const saveTable = () => download("scans.csv", "text/csv", csvOfRows(COLUMNS, chosen.map(rowOf)))
  const compare = () => {
    rememberList()
    go(`/scans/compare?ids=${completed.map(({ id }) => id).join(",")}`)
  }
  const isComparable = completed.length >= FEWEST_COMPARED && completed.length <= MOST_COMPARED
  const isBusy = share.isBusy || remove.isBusy
  if (chosen.length === 0) return null
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would draw a frame
    <div className="message row" role="group" aria-label={selection.title}>
      <strong role="status">{selection.chosen(String(chosen.length))}</strong>
      <button type="button" disabled={!isComparable} onClick={compare}>
        {selection.compare}
      </button>
      <Until onEnd={setExpiresAt} />
      <button type="button" disabled={isBusy || completed.length === 0} onClick={share.run}>
        {selection.share}
      </button>
      <button type="button" onClick={saveTable}>
        {selection.csv}
      </button>
      <button type="button" className="danger" disabled={isBusy} onClick={remove.run}>
        {text.delete}
      </button>
      <button type="button" className="plain" onClick={onClear}>
        {selection.clear}
      </button>
      <Problem message={share.message ?? remove.message} />
    </div>
  )
}
