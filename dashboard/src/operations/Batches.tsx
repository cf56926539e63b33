import type { Answer } from "../../../client/index.ts"
import { useSettings } from "../lib/settings.tsx"
import { useAppText } from "../text/appText.ts"
import { Table } from "../ui/Table.tsx"

type Batch = Answer<"GET /v1/batches/{id}">

const stateOf = ({ isClosed, isOver }: Batch) => (isOver ? "over" : isClosed ? "working" : "open")

/** Progress of the organization's latest batches. */
export const Batches = ({ batches }: { batches: readonly Batch[] }) => {
  const { operations } = useAppText()
  const { format } = useSettings()
  const count = (value: number) => format.number(value, 0)
  const rows = batches.map(batch => {
    const { id, createdAt, accepted, refused, scans } = batch
    const state = stateOf(batch)
    return {
      key: id,
      cells: [
        format.dateTime(createdAt),
        <span key="state" className={state === "over" ? "badge good" : "badge"}>
          {operations.batchStates[state]}
        </span>,
        operations.batchOf(count(scans.completed + scans.error), count(accepted)),
        count(scans.error),
        count(refused),
      ],
    }
  })
  const { batch, batchState, batchEnded, batchFailed, batchRefused } = operations
  return (
    <div className="card stack">
      <h2>{operations.batches}</h2>
      {rows.length === 0 ? (
        <p className="muted">{operations.noBatches}</p>
      ) : (
        <Table
          label={operations.batches}
          head={[batch, batchState, batchEnded, batchFailed, batchRefused]}
          rows={rows}
          words={2}
          isListing
        />
      )}
    </div>
  )
}
