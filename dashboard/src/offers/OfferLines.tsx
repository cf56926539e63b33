import { LINE_KINDS, LINE_UNITS } from "../../../domain/report/offer/lineKinds.ts"
import { lineNet, offerTotals } from "../../../domain/report/offer/totals.ts"
import { useSettings } from "../lib/settings.tsx"
import { useProposalText } from "../proposal/proposalText.ts"
import { useAppText } from "../text/appText.ts"
import { Choice, Field } from "../ui/Field.tsx"
import { type DraftLine, readLine } from "./draft.ts"
import { Moves, type MovesProps, moved } from "./Moves.tsx"

interface LinesProps {
  lines: readonly DraftLine[]
  /** True if the page compares other systems. */
  hasOthers: boolean
  onChange(lines: readonly DraftLine[]): void
}

/** Unit of a line by its kind; another unit stays when the kind changes. */
const usualUnit = (kind: DraftLine["kind"]): DraftLine["unit"] =>
  kind === "labour" ? "hour" : kind === "subsidy" || kind === "discount" ? "flat" : "piece"

interface LineProps extends Omit<MovesProps, "description"> {
  line: DraftLine
  onChange(line: DraftLine): void
  onRemove(): void
}

const Line = ({ line, onChange, onRemove, ...moves }: LineProps) => {
  const { format } = useSettings()
  const { offer } = useAppText()
  const { units } = useProposalText().offer
  const read = readLine(line)
  const field = (name: "description" | "quantity" | "unitPrice" | "vatPercent") => ({
    value: line[name],
    onChange: (event: { target: { value: string } }) => onChange({ ...line, [name]: event.target.value }),
  })
  return (
    <fieldset className="offer-line with-unit">
      <legend className="hidden">{line.description || offer.kinds[line.kind]}</legend>
      <Choice
        label={offer.kind}
        value={line.kind}
        options={LINE_KINDS.map(kind => [kind, offer.kinds[kind]] as const)}
        onChange={event => {
          const kind = event.target.value as DraftLine["kind"]
          onChange({ ...line, kind, unit: line.unit === usualUnit(line.kind) ? usualUnit(kind) : line.unit })
        }}
      />
      <Field label={offer.description} maxLength={300} required autoComplete="off" {...field("description")} />
      <Field label={offer.quantity} inputMode="decimal" required autoComplete="off" {...field("quantity")} />
      <Choice
        label={offer.unit}
        value={line.unit}
        options={[["", "–"] as const, ...LINE_UNITS.map(unit => [unit, units[unit]] as const)]}
        onChange={event => onChange({ ...line, unit: event.target.value as DraftLine["unit"] })}
      />
      <Field
        label={offer.unitPrice}
        hint={format.sign}
        inputMode="decimal"
        required
        autoComplete="off"
        {...field("unitPrice")}
      />
      <Field label={offer.vatPercent} hint="%" inputMode="decimal" autoComplete="off" {...field("vatPercent")} />
      <div className="offer-amount">
        <span className="small muted">{offer.amount}</span>
        <output>{format.eur(read && lineNet(read), 2)}</output>
        <Moves {...moves} description={line.description} />
        <button type="button" className="plain" onClick={onRemove} aria-label={offer.removeLine(line.description)}>
          {offer.remove}
        </button>
      </div>
    </fieldset>
  )
}

/** Totals of the typed lines; a dash while a line is not complete. */
const Totals = ({ lines }: { lines: readonly DraftLine[] }) => {
  const { format } = useSettings()
  const { offer } = useAppText()
  const read = lines.map(readLine)
  const totals = read.every(line => line !== undefined) ? offerTotals(read) : undefined
  const rows: [string, number | undefined][] = [
    [offer.net, totals?.net],
    ...(totals?.vat ?? [])
      .filter(({ percent }) => percent > 0)
      .map(({ percent, amount }): [string, number] => [offer.vatOf(format.short(percent)), amount]),
    [offer.gross, totals?.gross],
  ]
  return (
    <dl className="offer-totals" aria-live="polite">
      {rows.map(([name, amount]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{format.eur(amount, 2)}</dd>
        </div>
      ))}
    </dl>
  )
}

/** Lines of an offer with their totals, which follow the typed numbers. */
export const OfferLines = ({ lines, hasOthers, onChange }: LinesProps) => {
  const { offer } = useAppText()
  const add = () => {
    const key = Math.max(-1, ...lines.map(({ key }) => key)) + 1
    const vatPercent = lines.at(-1)?.vatPercent ?? ""
    onChange([
      ...lines,
      { key, kind: "labour", description: "", quantity: "1", unit: "hour", unitPrice: "", vatPercent },
    ])
  }
  return (
    <div className="stack">
      {lines.length === 0 ? (
        <p className="muted">
          {offer.noLines} {hasOthers ? <a href="#alternatives">{offer.otherSystems}</a> : null}
        </p>
      ) : null}
      {lines.map((line, index) => (
        <Line
          key={line.key}
          line={line}
          isFirst={index === 0}
          isLast={index === lines.length - 1}
          onMove={places => onChange(moved(lines, index, places))}
          onChange={changed => onChange(lines.with(index, changed))}
          onRemove={() => onChange(lines.toSpliced(index, 1))}
        />
      ))}
      <div className="row">
        <button type="button" onClick={add}>
          {offer.addLine}
        </button>
      </div>
      <Totals lines={lines} />
    </div>
  )
}
