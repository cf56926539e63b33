import { useCallback, useState } from "react"
import type { Answer } from "../../../client/index.ts"
import { CURRENCIES } from "../../../domain/market/currencyNames.ts"
import { LIST_KINDS, unitsOf } from "../../../domain/report/offer/lineKinds.ts"
import { useSession } from "../app/session.tsx"
import { submitted, useAction } from "../lib/action.ts"
import { useLoad } from "../lib/load.ts"
import { messageForPage } from "../lib/pageMessage.ts"
import { PageWordsProvider } from "../lib/pageWords.tsx"
import { CurrencyScope, useSettings } from "../lib/settings.tsx"
import { Moves, type MovesProps, moved } from "../offers/Moves.tsx"
import { type AppText, useAppText, useTypedNumber } from "../text/appText.ts"
import { Async } from "../ui/Async.tsx"
import { Choice, Field, Labelled } from "../ui/Field.tsx"
import { Problem } from "../ui/Problem.tsx"
import { CSV, CsvExchange } from "./CsvExchange.tsx"

type PriceList = Answer<"GET /v1/price-list">
type Item = PriceList["items"][number]

const ITEM_FIELD = /^(?:items|lines)\[(\d+)\](?:\.(\w+))?$/

/** A price as typed. */
interface DraftItem {
  /** Key of its row, which stays while prices are moved. */
  key: number
  kind: Item["kind"]
  unit: Item["unit"]
  description: string
  unitPrice: string
  vatPercent: string
  product: string
}

const draftOf = (items: readonly Item[], typed: (value: number) => string): DraftItem[] =>
  items.map(({ kind, unit, description, unitPrice, vatPercent, product = "" }, key) => ({
    ...{ key, kind, unit, description, unitPrice: typed(unitPrice), product },
    vatPercent: vatPercent === undefined ? "" : typed(vatPercent),
  }))

/** Items of the typed prices, with texts that are no numbers for the service to refuse by their field. */
const itemsOf = (draft: readonly DraftItem[], read: (text: string) => number | string): Item[] =>
  draft.map(({ kind, unit, description, unitPrice, vatPercent, product }) => {
    const price = read(unitPrice)
    const isLower = kind === "subsidy" || kind === "discount"
    return {
      ...{ kind, description: description.trim(), unit },
      unitPrice: isLower && typeof price === "number" ? -Math.abs(price) : price,
      ...(vatPercent.trim() === "" ? {} : { vatPercent: read(vatPercent) }),
      ...(product.trim() === "" ? {} : { product: product.trim() }),
    } as Item
  })

/** Name of a field of the list as its form labels it. */
const nameOf = (path: string, { offer }: AppText): string => {
  const { prices } = offer
  const [, index, field] = ITEM_FIELD.exec(path) ?? []
  const labels: Readonly<Record<string, string>> = {
    ...{ kind: offer.kind, description: offer.description, unit: prices.unit, unitPrice: prices.unitPrice },
    ...{
      currency: prices.currency,
      vatPercent: offer.vatPercent,
      product: prices.product,
      payment: prices.payment,
      terms: prices.terms,
    },
  }
  if (index === undefined) return labels[path] ?? offer.lines
  const line = Number(index) + (path.startsWith("items") ? 1 : 0)
  return [offer.line(String(line)), field && labels[field]].filter(Boolean).join(", ")
}

interface PriceProps extends Omit<MovesProps, "description"> {
  item: DraftItem
  onChange(item: DraftItem): void
  onRemove(): void
}

const Price = ({ item, onChange, onRemove, ...moves }: PriceProps) => {
  const { format } = useSettings()
  const { offer } = useAppText()
  const { prices } = offer
  const onKind = (kind: Item["kind"]) => {
    const units = unitsOf(kind)
    onChange({ ...item, kind, unit: units.includes(item.unit) ? item.unit : units[0]! })
  }
  const field = (name: "description" | "unitPrice" | "vatPercent" | "product") => ({
    ...{ value: item[name], autoComplete: "off" },
    onChange: (event: { target: { value: string } }) => onChange({ ...item, [name]: event.target.value }),
  })
  return (
    <fieldset className="offer-line">
      <legend className="hidden">{item.description || offer.kinds[item.kind]}</legend>
      <Choice
        label={offer.kind}
        value={item.kind}
        options={LIST_KINDS.map(kind => [kind, offer.kinds[kind]] as const)}
        onChange={event => onKind(event.target.value as Item["kind"])}
      />
      <Field label={offer.description} maxLength={200} required {...field("description")} />
      <Choice
        label={prices.unit}
        value={item.unit}
        options={unitsOf(item.kind).map(unit => [unit, prices.units[unit]] as const)}
        onChange={event => onChange({ ...item, unit: event.target.value as Item["unit"] })}
      />
      <Field label={prices.unitPrice} hint={format.sign} inputMode="decimal" required {...field("unitPrice")} />
      <Field label={offer.vatPercent} hint={prices.vatHint} inputMode="decimal" {...field("vatPercent")} />
      <Field label={prices.product} hint={prices.productHint} maxLength={200} {...field("product")} />
      <div className="offer-amount">
        <Moves {...moves} description={item.description} />
        <button type="button" className="plain" onClick={onRemove} aria-label={offer.removeLine(item.description)}>
          {offer.remove}
        </button>
      </div>
    </fieldset>
  )
}

interface FormProps {
  list: PriceList
  onSaved(): void
}

const PriceForm = ({ list, onSaved }: FormProps) => {
  const { ask } = useSession()
  const { format } = useSettings()
  const text = useAppText()
  const read = useTypedNumber()
  const { prices } = text.offer
  const [items, setItems] = useState(() => draftOf(list.items, format.typed))
  const [terms, setTerms] = useState({ payment: list.payment ?? "", terms: list.terms ?? "" })
  const [isSaved, setSaved] = useState(false)
  const [currency, setCurrency] = useState(list.currency)
  const save = useAction(async () => {
    setSaved(false)
    const textOrNull = (typed: string) => (typed.trim() === "" ? null : typed.trim().replaceAll("\r\n", "\n"))
    const [payment, usual] = [textOrNull(terms.payment), textOrNull(terms.terms)]
    await ask("PUT /v1/price-list", { body: { items: itemsOf(items, read), currency, payment, terms: usual } })
    setSaved(true)
    onSaved()
  })
  const add = () => {
    const key = Math.max(-1, ...items.map(item => item.key)) + 1
    const empty = { description: "", unitPrice: "", vatPercent: "", product: "" }
    setItems([...items, { key, kind: "labour", unit: "offer", ...empty }])
  }
  const area = (name: keyof typeof terms, maxLength: number) => (
    <Labelled label={prices[name]}>
      {attributes => (
        <textarea
          {...attributes}
          rows={3}
          maxLength={maxLength}
          value={terms[name]}
          onChange={event => setTerms({ ...terms, [name]: event.target.value })}
        />
      )}
    </Labelled>
  )
  const onSubmit = submitted(() => save.run())
  return (
    <form className="card stack" onSubmit={onSubmit}>
      <Choice
        label={prices.currency}
        hint={prices.currencyHint}
        value={currency}
        options={CURRENCIES.map(name => [name, name] as const)}
        onChange={event => setCurrency(event.target.value as PriceList["currency"])}
      />
      {items.length === 0 ? <p className="muted">{prices.empty}</p> : null}
      <CurrencyScope currency={currency}>
        {items.map((item, index) => (
          <Price
            key={item.key}
            item={item}
            isFirst={index === 0}
            isLast={index === items.length - 1}
            onMove={places => setItems(moved(items, index, places))}
            onChange={changed => setItems(items.with(index, changed))}
            onRemove={() => setItems(items.toSpliced(index, 1))}
          />
        ))}
      </CurrencyScope>
      <div className="row">
        <button type="button" onClick={add}>
          {prices.add}
        </button>
      </div>
      {area("payment", 2_000)}
      {area("terms", 10_000)}
      <Problem message={save.message} />
      <div className="row">
        <button type="submit" className="primary" disabled={save.isBusy}>
          {text.save}
        </button>
        <span role="status">{isSaved ? text.saved : ""}</span>
      </div>
    </form>
  )
}

/** Reads the prices from a file, and saves them as a file. */
const Exchange = ({ onRead }: { onRead(count: number): Promise<void> }) => {
  const { ask, client } = useSession()
  const { prices } = useAppText().offer
  const send = async (body: Blob) => onRead((await ask("POST /v1/price-list/csv", { body })).items.length)
  return (
    <CsvExchange
      words={{ ...prices, hint: prices.fileHint }}
      fileName="prices.csv"
      send={send}
      load={() => client.file("GET /v1/price-list", { accept: CSV })}
    />
  )
}

/** The price list for offers, in its own currency. */
export const Prices = () => {
  const { ask } = useSession()
  const { format } = useSettings()
  const text = useAppText()
  const { prices } = text.offer
  const [imports, setImports] = useState<{ times: number; count: number }>({ times: 0, count: 0 })
  const list = useLoad(useCallback(signal => ask("GET /v1/price-list", { signal }), [ask]))
  const inWords = (message: string) =>
    messageForPage(message, {
      nameOf: path => nameOf(path, text),
      plainNameOf: key => (key === "items" ? text.offer.lines : undefined),
      optionOf: () => undefined,
    })
  const onRead = async (count: number) => {
    await list.reload()
    setImports(({ times }) => ({ times: times + 1, count }))
  }
  return (
    <PageWordsProvider value={inWords}>
      <p className="muted">{prices.lead}</p>
      <p className="small muted">{prices.hint}</p>
      <Async loaded={list}>{value => <PriceForm key={imports.times} list={value} onSaved={list.reload} />}</Async>
      <Exchange onRead={onRead} />
      {imports.times > 0 ? (
        <p className="message" role="status">
          {prices.imported(format.number(imports.count, 0))}
        </p>
      ) : null}
    </PageWordsProvider>
  )
}
