import { useEffect, useRef, useState } from "react"
import { ScanApiError } from "../../../client/index.ts"
import { spentOn } from "../../../domain/report/offer/price.ts"
import { submitted, useAction } from "../lib/action.ts"
import { api } from "../lib/api.ts"
import { useSettings } from "../lib/settings.tsx"
import type { Accepted, ReportData } from "../report/data.ts"
import { plantOf } from "../report/Verdict.tsx"
import { Field } from "../ui/Field.tsx"
import { Problem } from "../ui/Problem.tsx"
import { useProposalText } from "./proposalText.ts"
import { SignaturePad } from "./SignaturePad.tsx"

interface AcceptFormProps extends Pick<ReportData, "report" | "offer" | "isSandbox"> {
  token: string
  /** Effect of an acceptance. */
  next: string
  onAccepted(accepted: Accepted): void
  /** Reads the offer again after a change. */
  onChanged(): void
  onCancel(): void
}

/** True for an offer that was changed, or has expired, since the page was read. */
const isChanged = (error: Error | undefined): boolean => error instanceof ScanApiError && error.status === 409

/** The tab stores typed values until they are sent: a reload loses nothing. */
const KEPT = "acceptance"
const keptName = (): string => {
  try {
    return sessionStorage.getItem(KEPT) ?? ""
  } catch {
    return ""
  }
}
const keepName = (name: string): void => {
  try {
    sessionStorage.setItem(KEPT, name)
  } catch {
    // Without storage in the browser it must be typed again.
  }
}

/** Form with the name of the accepting person, and the offer or the plant in a sentence. */
const AcceptForm = ({ token, next, onAccepted, onChanged, onCancel, ...accepted }: AcceptFormProps) => {
  const { report, offer, isSandbox } = accepted
  const settings = useSettings()
  const text = useProposalText()
  const [name, setName] = useState(keptName)
  const [drawing, setDrawing] = useState("")
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => form.current?.querySelector("input")?.focus(), [])
  const send = useAction(async () => {
    const answer = await api.ask("POST /v1/scans/shared/{token}/acceptance", {
      params: { token },
      body: { name: name.trim(), ...(offer ? { offerVersion: offer.version } : {}), ...(drawing ? { drawing } : {}) },
    })
    keepName("")
    onAccepted(answer)
  })
  const onSubmit = submitted(() => send.run())
  const { format } = settings
  const plant = plantOf(report, settings)?.plant ?? settings.text.report.verdict.nothing
  const sentence = offer
    ? text.acceptOffer(String(offer.number), format.eur(offer.totals.gross, 2))
    : text.text(plant[0]!.toLowerCase() + plant.slice(1), format.eur(spentOn(report.financial.investment)))
  return (
    <form className="stack" ref={form} onSubmit={onSubmit}>
      <p>{sentence}</p>
      <p className="small muted">
        {offer ? text.asOffer : text.asReport}{" "}
        {isSandbox ? text.sandbox : `${offer ? text.offerStored : text.stored} ${next}`}
      </p>
      <div className="fields">
        <Field
          label={text.name}
          value={name}
          maxLength={200}
          required
          autoComplete="name"
          onChange={event => {
            setName(event.target.value)
            keepName(event.target.value)
          }}
        />
      </div>
      {offer ? <SignaturePad drawing={drawing} onChange={setDrawing} /> : null}
      <Problem message={isChanged(send.error) ? text.offerChanged : send.message} />
      {isChanged(send.error) ? (
        <button type="button" onClick={onChanged}>
          {text.readAgain}
        </button>
      ) : null}
      <div className="row">
        <button type="submit" className="primary" disabled={send.isBusy || name.trim() === ""}>
          {text.send}
        </button>
        <button type="button" onClick={onCancel}>
          {text.cancel}
        </button>
      </div>
    </form>
  )
}

export default AcceptForm
