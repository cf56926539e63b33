import { useCallback, useState } from "react"
import type { Answer } from "../../../client/index.ts"
import { OwnCurrency } from "../app/OwnCurrency.tsx"
import { useSession } from "../app/session.tsx"
import { useAction } from "../lib/action.ts"
import { useLoad } from "../lib/load.ts"
import { useSettings } from "../lib/settings.tsx"
import { useAppText } from "../text/appText.ts"
import { Async } from "../ui/Async.tsx"
import { Check } from "../ui/Field.tsx"
import { Name } from "../ui/Name.tsx"
import { Pager } from "../ui/Pager.tsx"
import { Problem } from "../ui/Problem.tsx"
import { Table } from "../ui/Table.tsx"
import { BatteryForm, type Product } from "./BatteryForm.tsx"
import { CSV, CsvExchange } from "./CsvExchange.tsx"
import { RemoveButton } from "./RemoveButton.tsx"

/** Rows per page of the table. */
const PAGE_ROWS = 50

/** Brand and model of a battery, or its id if it has neither. */
const batteryName = ({ id, brand, model }: Pick<Product, "id" | "brand" | "model">): string =>
  [brand, model].filter(Boolean).join(" ") || id

interface ListProps {
  items: readonly Product[]
  onEdit(product: Product): void
  /** Resolves once the remaining items are shown. */
  onRemoved(id: string): Promise<void>
}

const List = ({ items, onEdit, onRemoved }: ListProps) => {
  const { ask } = useSession()
  const { format } = useSettings()
  const text = useAppText()
  const { batteries } = text
  const rows = items.map(product => ({
    key: product.id,
    cells: [
      <Name key="name">{batteryName(product)}</Name>,
      <Name key="id">{product.id}</Name>,
      format.kwh(product.capacityKwh),
      format.kw(product.powerKw),
      product.eur === undefined ? batteries.noPrice : format.eur(product.eur),
      <div key="actions" className="row">
        <button type="button" onClick={() => onEdit(product)}>
          {batteries.edit}
          <span className="hidden"> {product.id}</span>
        </button>
        <RemoveButton
          name={product.id}
          onRemove={() => ask("DELETE /v1/batteries/products/{id}", { params: { id: product.id } })}
          onDone={() => onRemoved(product.id)}
        />
      </div>,
    ],
  }))
  const { id, capacityKwh, powerKw, eur } = batteries.fields
  const head = [batteries.name, id, capacityKwh, powerKw, eur, text.actions]
  return <Table label={batteries.title} head={head} rows={rows} words={2} isListing />
}

type Imported = Answer<"POST /v1/batteries/products/csv">

/** Fills the catalogue from a file or with the batteries of the service, and saves it as a file. */
const Exchange = ({ onChange }: { onChange(): void }) => {
  const { ask, client } = useSession()
  const { batteries } = useAppText()
  const { format } = useSettings()
  const [done, setDone] = useState<Imported>()
  const copy = useAction(async () => {
    setDone(await ask("POST /v1/batteries/products/shipped", { body: {} }))
    onChange()
  })
  const send = async (body: Blob, data: FormData) => {
    setDone(undefined)
    setDone(await ask("POST /v1/batteries/products/csv", { query: { replaceAll: data.has("replaceAll") }, body }))
    onChange()
  }
  return (
    <CsvExchange
      words={{ ...batteries, file: batteries.import, hint: batteries.importHint }}
      fileName="batteries.csv"
      send={send}
      load={() => client.file("GET /v1/batteries/products", { accept: CSV })}
      fields={<Check name="replaceAll" label={batteries.replaceAll} />}
      buttons={
        <button type="button" disabled={copy.isBusy} onClick={copy.run}>
          {batteries.copy}
        </button>
      }
    >
      <p className="small muted">{batteries.copyHint}</p>
      {done ? (
        <p className="message" role="status">
          {batteries.imported(format.number(done.written, 0), format.number(done.total, 0))}
        </p>
      ) : null}
      <Problem message={copy.message} />
    </CsvExchange>
  )
}

/** The batteries that the organization sells, priced in its currency. */
export const Batteries = () => (
  <OwnCurrency>
    <Catalogue />
  </OwnCurrency>
)

const Catalogue = () => {
  const { ask } = useSession()
  const { batteries } = useAppText()
  const [page, setPage] = useState(1)
  const [edited, setEdited] = useState<Product>()
  const list = useLoad(
    useCallback(
      signal => ask("GET /v1/batteries/products", { query: { page, limit: PAGE_ROWS }, signal }),
      [ask, page],
    ),
  )
  // Values typed in the form of another battery stay.
  const close = (id: string) => setEdited(before => (before?.id === id ? undefined : before))
  const changed = (id: string) => {
    close(id)
    return list.reload()
  }
  return (
    <>
      <p className="muted">{batteries.lead}</p>
      {edited ? (
        <BatteryForm
          key={edited.id}
          product={edited}
          onDone={() => changed(edited.id)}
          onCancel={() => setEdited(undefined)}
        />
      ) : (
        <BatteryForm key="new" onDone={list.reload} />
      )}
      <Exchange onChange={list.reload} />
      <div className="card stack">
        <Async loaded={list}>
          {({ items, totalPages }) => (
            <>
              {items.length === 0 ? (
                <p className="muted">{batteries.empty}</p>
              ) : (
                <List items={items} onEdit={setEdited} onRemoved={changed} />
              )}
              <Pager page={page} totalPages={totalPages} onPage={setPage} />
            </>
          )}
        </Async>
      </div>
    </>
  )
}
