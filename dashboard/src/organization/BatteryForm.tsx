import type { Answer } from "../../../client/index.ts"
import { useSession } from "../app/session.tsx"
import { submitted, useAction } from "../lib/action.ts"
import { useSettings } from "../lib/settings.tsx"
import { useAppText, useTypedNumber } from "../text/appText.ts"
import { Field } from "../ui/Field.tsx"
import { Problem } from "../ui/Problem.tsx"

/** A battery of the catalogue. */
export type Product = Answer<"GET /v1/batteries/products/{id}">

const TEXTS = ["brand", "model", "source"] as const
const NUMBERS = [
  "capacityKwh",
  "powerKw",
  "eur",
  "roundtripEfficiency",
  "minimumChargeLevel",
  "standbyWatts",
  "cycleLife",
  "warrantyYears",
  "maxCount",
] as const

/** Builds the body from the typed values, unchanged: the service reports errors in them. @param number parses a text */
const bodyOf = (data: FormData, number: (text: string) => number | string): Omit<Product, "id" | "updatedAt"> => {
  const typed = (name: string) => String(data.get(name) ?? "").trim()
  const fields = [
    ...TEXTS.map(name => [name, typed(name)] as const),
    ...NUMBERS.filter(name => typed(name) !== "").map(name => [name, number(typed(name))] as const),
  ]
  return Object.fromEntries(fields.filter(([, value]) => value !== "")) as Omit<Product, "id" | "updatedAt">
}

const useHints = () => {
  const { batteries } = useAppText()
  const { format } = useSettings()
  return {
    capacityKwh: "kWh",
    powerKw: "kW",
    eur: `${format.sign}, ${batteries.priceHint}`,
    roundtripEfficiency: batteries.efficiencyHint,
    minimumChargeLevel: batteries.levelHint,
    warrantyYears: batteries.years,
    standbyWatts: "W",
    cycleLife: undefined,
    maxCount: undefined,
  }
}

interface BatteryFormProps {
  /** The battery that is changed; absent: a new one. */
  product?: Product | undefined
  onDone(): void
  onCancel?(): void
}

/** Adds a battery to the catalogue, or replaces one. */
export const BatteryForm = ({ product, onDone, onCancel }: BatteryFormProps) => {
  const { ask } = useSession()
  const text = useAppText()
  const { format } = useSettings()
  const numberOf = useTypedNumber()
  const { batteries } = text
  const hints = useHints()
  const save = useAction(async (form: HTMLFormElement) => {
    const data = new FormData(form)
    const body = bodyOf(data, numberOf)
    if (product) await ask("PUT /v1/batteries/products/{id}", { params: { id: product.id }, body })
    else await ask("POST /v1/batteries/products", { body: { id: String(data.get("id")).trim(), ...body } })
    form.reset()
    onDone()
  })
  const onSubmit = submitted(save.run)
  return (
    <form className="card stack" onSubmit={onSubmit} noValidate>
      <h2>{product ? batteries.change(product.id) : batteries.new}</h2>
      <div className="fields">
        {product ? null : <Field label={batteries.fields.id} hint={batteries.idHint} name="id" maxLength={100} />}
        {(["brand", "model"] as const).map(name => (
          <Field key={name} label={batteries.fields[name]} name={name} maxLength={200} defaultValue={product?.[name]} />
        ))}
        {NUMBERS.map(name => (
          <Field
            key={name}
            label={batteries.fields[name]}
            hint={hints[name]}
            name={name}
            inputMode="decimal"
            defaultValue={product?.[name] === undefined ? undefined : format.typed(product[name])}
          />
        ))}
        <Field label={batteries.fields.source} name="source" maxLength={500} defaultValue={product?.source} />
      </div>
      <Problem message={save.message} />
      <div className="row">
        <button type="submit" className="primary" disabled={save.isBusy}>
          {product ? batteries.save : text.add}
        </button>
        {onCancel ? (
          <button type="button" onClick={onCancel}>
            {batteries.cancel}
          </button>
        ) : null}
      </div>
    </form>
  )
}
