import { useState } from "react"
import { useSession } from "../app/session.tsx"
import { useAction } from "../lib/action.ts"
import { untilGone } from "../lib/gone.ts"
import { CurrencyScope, useSettings } from "../lib/settings.tsx"
import { type Addressee, ShareLink, type ShareState } from "../scans/Share.tsx"
import { useAppText } from "../text/appText.ts"
import { lazyPart } from "../ui/lazyPart.tsx"
import { Problem } from "../ui/Problem.tsx"
import type { Offer } from "./draft.ts"

const OfferVersions = lazyPart(() => import("./OfferVersions.tsx"))
const OfferEditor = lazyPart(() => import("./OfferEditor.tsx"))

interface CardProps {
  id: string
  offer: Offer
  share: ShareState
  customer: Addressee
  /** True if the page compares other systems. */
  hasOthers: boolean
  onOffer(offer: Offer): void
  onShare(share: ShareState): void
}

const GOOD = ["sent", "accepted"]

/** Number, state and price of an offer in one line. */
const Summary = ({ offer: { number, version, status, totals } }: { offer: Offer }) => {
  const { format } = useSettings()
  const { offer } = useAppText()
  if (number === null) return <strong>{offer.title}</strong>
  return (
    <>
      <strong>{offer.numbered(String(number), String(version))}</strong>
      <span className={GOOD.includes(status) ? "badge good" : "badge"}>{offer.statuses[status]}</span>
      <span>{offer.inAll(format.eur(totals.gross, 2))}</span>
    </>
  )
}

/** The offer of a scan for its organization: its state, and a form to change, send or withdraw it. */
export const OfferCard = (props: CardProps) => {
  const { id, offer, share, customer, onOffer } = props
  const { ask } = useSession()
  const text = useAppText()
  const [isOpen, setOpen] = useState(false)
  const [isReleased, setReleased] = useState(false)
  const [hasVersions, setVersions] = useState(false)
  const withdraw = useAction(async () => {
    if (!confirm(text.offer.confirmWithdraw)) return
    onOffer(await ask("PUT /v1/scans/{id}/offer", { params: { id }, body: { status: "withdrawn" } }))
  })
  const remove = useAction(async () => {
    if (!confirm(text.offer.confirmDelete)) return
    await untilGone(ask("DELETE /v1/scans/{id}/offer", { params: { id } }))
    setOpen(false)
    onOffer(await ask("GET /v1/scans/{id}/offer", { params: { id } }))
  })
  const isAccepted = offer.status === "accepted"
  return (
    <CurrencyScope currency={offer.currency}>
      <section className="card stack no-print" aria-label={text.offer.title}>
        <div className="row">
          <Summary offer={offer} />
          {isAccepted ? null : (
            <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {offer.number === null ? text.offer.make : text.offer.edit}
            </button>
          )}
          {offer.wasSent && !isAccepted && offer.status !== "withdrawn" ? (
            <button type="button" className="danger" disabled={withdraw.isBusy} onClick={withdraw.run}>
              {text.offer.withdraw}
            </button>
          ) : null}
          {offer.number !== null && !offer.wasSent ? (
            <button type="button" className="danger" disabled={remove.isBusy} onClick={remove.run}>
              {text.delete}
              <span className="hidden"> {text.offer.title}</span>
            </button>
          ) : null}
          {offer.wasSent ? (
            <button type="button" aria-expanded={hasVersions} onClick={() => setVersions(!hasVersions)}>
              {text.offer.versions}
            </button>
          ) : null}
        </div>
        {offer.priceListCurrency ? (
          <p className="message warn">{text.offer.otherCurrency(offer.priceListCurrency, offer.currency)}</p>
        ) : null}
        <Problem message={withdraw.message ?? remove.message} />
        {hasVersions ? <OfferVersions key={offer.version} id={id} /> : null}
        {isReleased && offer.status === "sent" && share.shareUrl ? (
          <div className="message stack" role="status">
            <span>{text.offer.released}</span>
            <ShareLink url={share.shareUrl} expiresAt={share.expiresAt} customer={customer} />
          </div>
        ) : null}
        {isOpen && !isAccepted ? (
          <OfferEditor {...props} onRelease={() => setReleased(true)} onClose={() => setOpen(false)} />
        ) : null}
      </section>
    </CurrencyScope>
  )
}
