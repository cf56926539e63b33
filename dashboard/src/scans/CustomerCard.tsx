import { useCallback, useState } from "react"
import type { Answer } from "../../../client/index.ts"
import { addressOf } from "../../../domain/request/customerDetails.ts"
import { submitted, useAction } from "../lib/action.ts"
import { useAppText } from "../text/appText.ts"
import { Field } from "../ui/Field.tsx"
import { Problem } from "../ui/Problem.tsx"

export type Customer = Answer<"GET /v1/scans/{id}/customer">

const FIELDS = [
  ["name", "customerName", 200],
  ["reference", "reference", 64],
  ["address", "address", 300],
  ["postalCode", "postalCode", 16],
  ["town", "town", 100],
  ["email", "email", 320],
  ["phone", "phone", 40],
] as const

const typedIn = (form: HTMLFormElement): Customer => {
  const data = new FormData(form)
  return Object.fromEntries(
    FIELDS.map(([name]) => [name, String(data.get(name)).trim()]).filter(([, text]) => text !== ""),
  )
}

interface CustomerCardProps {
  customer: Customer
  /** Replaces the details; without a field they are deleted. */
  save(details: Customer): Promise<unknown>
  onChange(): void
}

const EditCustomer = ({ customer, save: write, onChange }: CustomerCardProps) => {
  const text = useAppText()
  const save = useAction(
    useCallback(
      async (details: Customer) => {
        await write(details)
        onChange()
      },
      [write, onChange],
    ),
  )
  const onSubmit = submitted(form => save.run(typedIn(form)))
  return (
    <form className="card stack" onSubmit={onSubmit}>
      <div className="fields">
        {FIELDS.map(([name, label, maxLength]) => (
          <Field
            key={name}
            name={name}
            label={text.newScan[label]}
            defaultValue={customer[name]}
            maxLength={maxLength}
            autoComplete="off"
          />
        ))}
      </div>
      <Problem message={save.message} />
      <div className="row">
        <button type="submit" className="primary" disabled={save.isBusy}>
          {text.save}
        </button>
        <button type="button" className="danger" disabled={save.isBusy} onClick={() => save.run({})}>
          {text.delete}
        </button>
      </div>
    </form>
  )
}

/** Customer of a scan or site, with a form to change or delete the details. */
export const CustomerCard = ({ customer, save, onChange }: CustomerCardProps) => {
  const { scans } = useAppText()
  const [isEdited, setEdited] = useState(false)
  const { name, reference, email, phone } = customer
  const lines = [name, reference, addressOf(customer), email, phone].filter(line => line !== undefined)
  const changed = () => {
    setEdited(false)
    onChange()
  }
  return (
    <div className="stack no-print">
      <div className="row">
        {lines.map(line => (
          <bdi key={line}>{line}</bdi>
        ))}
        <button type="button" className="plain" aria-expanded={isEdited} onClick={() => setEdited(!isEdited)}>
          {lines.length > 0 ? scans.editCustomer : scans.noCustomer}
        </button>
      </div>
      {isEdited ? <EditCustomer customer={customer} save={save} onChange={changed} /> : null}
    </div>
  )
}
