import { useState } from "react"
import { lineNet } from "../../../domain/report/offer/totals.ts"
import { isolated } from "../lib/format.ts"
import { type Settings, useSettings } from "../lib/settings.tsx"
import type { FullReport, PhotoAddress, ReportData, ShownOffer } from "../report/data.ts"
import { RoofPlans } from "../report/roofs/RoofPlans.tsx"
import { Section } from "../report/Section.tsx"
import { type Row, Table } from "../ui/Table.tsx"
import { OfferPhotos } from "./OfferPhotos.tsx"
import { type ProposalText, useProposalText } from "./proposalText.ts"

const MONTHS = 12
/** Width from which lines and terms are unfolded. */
const WIDE = "(min-width: 40rem)"

type Words = { format: Settings["format"]; text: ProposalText["offer"] }

/** Noon is on the same day in every zone of the reader. */
const dayOf = (day: string, { format }: Words): string => format.date(`${day}T12:00`)

const percentOf = (percent: number, { format }: Words): string => `${format.short(percent)}\u00a0%`

type Line = ShownOffer["lines"][number]

/** Quantity of a line with its unit. */
const quantityOf = ({ quantity, unit }: Line, { format, text }: Words): string =>
  [format.short(quantity), unit && text.units[unit]].filter(Boolean).join("\u00a0")

/** Quantity, unit price and VAT of a line in one text, for narrow pages. */
const countOf = (line: Line, words: Words): string => {
  const { unitPrice, vatPercent } = line
  const vat = vatPercent === undefined ? [] : [`${words.text.vat} ${percentOf(vatPercent, words)}`]
  return [`${quantityOf(line, words)} × ${words.format.eur(unitPrice, 2)}`, ...vat].join(", ")
}

const grossName = ({ subsidy }: ShownOffer["totals"], text: Words["text"]): string =>
  subsidy < 0 ? text.grossAfterSubsidy : text.gross

const linesOf = ({ lines, totals }: Pick<ShownOffer, "lines" | "totals">, words: Words): Row[] => {
  const { format, text } = words
  const total = (key: string, name: string, amount: number, isTotal = false): Row => ({
    ...{ key, isTotal, cells: [name, "", "", "", format.eur(amount, 2)] },
  })
  return [
    ...lines.map((line, index) => ({
      key: `line ${index}`,
      cells: [
        <span key="description">
          <bdi>{line.description}</bdi>
          <span className="offer-count small muted">{countOf(line, words)}</span>
        </span>,
        quantityOf(line, words),
        format.eur(line.unitPrice, 2),
        line.vatPercent === undefined ? "–" : percentOf(line.vatPercent, words),
        format.eur(lineNet(line), 2),
      ],
    })),
    total("net", text.net, totals.net),
    ...totals.vat
      .filter(({ percent }) => percent > 0)
      .map(({ percent, amount }) => total(`vat ${percent}`, text.vatOf(percentOf(percent, words)), amount)),
    total("gross", grossName(totals, text), totals.gross, true),
  ]
}

/** Lines and totals of an offer. */
const OfferTable = ({ offer }: { offer: Pick<ShownOffer, "lines" | "totals"> }) => {
  const { format } = useSettings()
  const text = useProposalText().offer
  return (
    <div className="offer-table">
      <Table
        label={text.lines}
        head={[text.description, text.quantity, text.unitPrice, text.vat, text.amount]}
        rows={linesOf(offer, { format, text })}
      />
    </div>
  )
}

type Content = Pick<ShownOffer, "lines" | "totals" | "validUntil" | "payment" | "terms" | "loan" | "photos" | "sentAt">

/** Amount, interest, monthly payment and all payments of a loan. */
const loanWords = (loan: NonNullable<Content["loan"]>, words: Words): string => {
  const { format, text } = words
  const { amount, years, ratePercent, monthlyPayment } = loan
  const effective = format.percent((1 + ratePercent / 100 / MONTHS) ** MONTHS - 1, 2)
  const monthly = format.eur(monthlyPayment, 2)
  const rate = percentOf(ratePercent, words)
  const payments = text.loanOf(format.eur(amount), format.number(years, 0), rate, effective, monthly)
  return `${payments}, ${text.loanTotal(format.eur(monthlyPayment * MONTHS * years, 2))}`
}

const factsOf = ({ validUntil, payment, terms, loan, sentAt }: Content, words: Words): [string, string][] => {
  const { format, text } = words
  return [
    ...(sentAt ? [[text.date, format.date(sentAt)] as [string, string]] : []),
    ...(validUntil ? [[text.validUntil, dayOf(validUntil, words)] as [string, string]] : []),
    ...(payment ? [[text.payment, payment] as [string, string]] : []),
    ...(loan ? [[text.loan, loanWords(loan, words)] as [string, string]] : []),
    ...(terms ? [[text.terms, terms] as [string, string]] : []),
  ]
}

/** Lines, totals, photos and terms of an offer. */
export const OfferContent = ({ offer, photoAddress }: { offer: Content; photoAddress: PhotoAddress }) => {
  const { format } = useSettings()
  const text = useProposalText().offer
  return (
    <>
      <OfferTable offer={offer} />
      <OfferPhotos photos={offer.photos} addressOf={photoAddress} />
      <dl className="offer-facts">
        {factsOf(offer, { format, text }).map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** Price and last day of an offer, before its folded lines. */
const Head = ({ offer: { totals, validUntil } }: { offer: Content }) => {
  const { format } = useSettings()
  const text = useProposalText().offer
  return (
    <dl className="offer-facts head no-print">
      <div>
        <dt>{grossName(totals, text)}</dt>
        <dd>{format.eur(totals.gross, 2)}</dd>
      </div>
      {validUntil ? (
        <div>
          <dt>{text.validUntil}</dt>
          <dd>{dayOf(validUntil, { format, text })}</dd>
        </div>
      ) : null}
    </dl>
  )
}

/** Acceptance of an offer: the person, the time, the drawn name and the fingerprint of the accepted text. */
const Accepted = ({ acceptance }: { acceptance: NonNullable<ShownOffer["acceptance"]> }) => {
  const { format } = useSettings()
  const text = useProposalText().offer
  const { acceptedAt, name, drawing, hash } = acceptance
  return (
    <div className="stack accepted">
      <strong>{text.accepted(format.dateTime(acceptedAt), name === null ? "" : isolated(name))}</strong>
      {drawing ? (
        <svg className="signature" viewBox="0 0 600 200" role="img" aria-label={text.drawn}>
          <path d={drawing} />
        </svg>
      ) : null}
      <p className="small muted">{text.consent}</p>
      <p className="small muted hash">
        {text.hash} <code>{hash}</code>
      </p>
    </div>
  )
}

type Sides = Pick<ReportData, "branding" | "customerName" | "customerAddress">
interface PartProps extends Sides, Pick<ReportData, "photoAddress"> {
  offer: ShownOffer
  report: FullReport
}

/** Sender and customer of an offer, with their addresses. */
const Parties = ({ branding, customerName, customerAddress }: Sides) => {
  const { offer: text, cover } = useProposalText()
  const { brandingDisplayName, company } = branding
  const { name = brandingDisplayName, address, registrationNumber, vatNumber, account } = company ?? {}
  const sender = [
    ...[name, address],
    registrationNumber && text.registration(isolated(registrationNumber)),
    vatNumber && text.vatNumber(isolated(vatNumber)),
    account && text.account(isolated(account)),
  ]
  const parties: [string, (string | null | undefined)[]][] = [
    [cover.by, sender],
    [cover.for, [customerName, customerAddress]],
  ]
  return (
    <dl className="offer-facts two">
      {parties.map(([title, lines]) => {
        const written = lines.filter(Boolean)
        return written.length === 0 ? null : (
          <div key={title}>
            <dt>{title}</dt>
            <dd>
              <bdi>{written.join("\n")}</bdi>
            </dd>
          </div>
        )
      })}
    </dl>
  )
}

/** The offer of the installer: roofs, lines, totals, photos, terms and acceptance. */
const OfferPart = ({ offer, report, photoAddress, ...sides }: PartProps) => {
  const text = useProposalText().offer
  const { number, version, status, acceptance } = offer
  const [isWide] = useState(() => matchMedia(WIDE).matches)
  const whole = (
    <>
      <Parties {...sides} />
      <RoofPlans report={report} />
      <OfferContent offer={offer} photoAddress={photoAddress} />
    </>
  )
  const title = number === null ? text.proposal : text.title(String(number), String(version))
  return (
    <Section id="offer" title={title}>
      {status === "expired" ? <p className="message">{text.expired}</p> : null}
      {status === "draft" || status === "withdrawn" ? <p className="message">{text.unsent}</p> : null}
      <div className="card stack">
        <Head offer={offer} />
        <details className="no-print" open={isWide}>
          <summary>{offer.terms ? text.linesAndTerms : text.lines}</summary>
          <div className="stack">{whole}</div>
        </details>
        <div className="print-only">
          <div className="stack">{whole}</div>
        </div>
        {acceptance ? <Accepted acceptance={acceptance} /> : null}
      </div>
    </Section>
  )
}

export default OfferPart
