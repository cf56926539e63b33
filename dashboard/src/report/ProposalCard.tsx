import { useState } from "react"
import { isolated } from "../lib/format.ts"
import { useSettings } from "../lib/settings.tsx"
import { lazyPart } from "../ui/lazyPart.tsx"
import { ContactLine, useAcceptedText } from "./ContactLine.tsx"
import type { Accepted, ReportData } from "./data.ts"
import { plantOf } from "./Verdict.tsx"

/** Loaded by the button that shows it. */
const AcceptForm = lazyPart(() => import("../proposal/AcceptForm.tsx"))

type ProposalProps = Pick<ReportData, "report" | "branding" | "share" | "offer" | "isSandbox"> & {
  token: string
  /** The sliders show another plant. */
  isOtherPlant: boolean
  onAccepted(accepted: Accepted): void
  /** Reads the offer again after a change. */
  onChanged(): void
}

/** Actions for the holder of a link: accept the offer or the report, or ask. */
export const ProposalCard = ({ share, offer, isOtherPlant, ...props }: ProposalProps) => {
  const { report, branding, isSandbox } = props
  const { text, format } = useSettings()
  const { accept } = text.report
  const acceptance = offer ? offer.acceptance : share.acceptance
  const [isAsked, setAsked] = useState(false)
  const acceptedText = useAcceptedText()
  const { contact, brandingEnabled, brandingDisplayName } = branding
  const next = accept.next(brandingEnabled ? isolated(brandingDisplayName) : accept.sender)
  const isPlant = offer ? offer.status !== "expired" : plantOf(report, { text, format }) !== undefined
  if (!isPlant && !acceptance && !contact && !share.expiresAt) return null
  return (
    <section className="card stack proposal no-print" aria-label={isPlant ? accept.question : accept.contact}>
      {isPlant || acceptance ? (
        <div className="row spread">
          <strong role="status">{acceptance ? acceptedText(acceptance) : accept.question}</strong>
          {acceptance || isAsked || isOtherPlant ? null : (
            <button type="button" className="primary" onClick={() => setAsked(true)}>
              {accept.button(offer ? String(offer.number) : "")}
            </button>
          )}
        </div>
      ) : null}
      {isOtherPlant && isPlant && !acceptance ? <p className="message">{accept.otherPlant}</p> : null}
      {acceptance && !isSandbox ? <p className="small muted">{next}</p> : null}
      {isAsked && !acceptance && !isOtherPlant ? (
        <AcceptForm {...props} next={next} offer={offer} onCancel={() => setAsked(false)} />
      ) : null}
      {contact ? (
        <div className="row small">
          <span>{accept.contact}</span>
          <ContactLine contact={contact} />
        </div>
      ) : null}
      {share.expiresAt ? <p className="small muted">{accept.until(format.date(share.expiresAt))}</p> : null}
    </section>
  )
}
