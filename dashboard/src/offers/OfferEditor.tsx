import { useState } from "react"
import { useSession } from "../app/session.tsx"
import { submitted, useAction } from "../lib/action.ts"
import { messageForPage } from "../lib/pageMessage.ts"
import { PageWordsProvider } from "../lib/pageWords.tsx"
import { reducedImage } from "../lib/reducedImage.ts"
import { useSettings } from "../lib/settings.tsx"
import { type Addressee, type ShareState, Until } from "../scans/Share.tsx"
import { type AppText, useAppText, useTypedNumber } from "../text/appText.ts"
import { DateField } from "../ui/DateField.tsx"
import { Check, Field, Labelled } from "../ui/Field.tsx"
import { Problem } from "../ui/Problem.tsx"
import { changesOf, type Draft, type DraftPhoto, draftOf, type Offer } from "./draft.ts"
import { OfferLines } from "./OfferLines.tsx"
import { OfferPhotoFields } from "./OfferPhotoFields.tsx"

/** Days for which a new offer is valid. */
const VALID_DAYS = 30
const DAY_MS = 86_400_000

const PHOTO_FIELD = /^photos\[(\d+)\]/
const LINE_FIELD = /^lines\[(\d+)\](?:\.(\w+))?$/

/** Name of a field of an offer as its form labels it. */
const nameOf = (path: string, { offer }: AppText): string => {
  const [, index, field] = LINE_FIELD.exec(path) ?? []
  const labels: Readonly<Record<string, string>> = {
    ...{ kind: offer.kind, description: offer.description, quantity: offer.quantity, unitPrice: offer.unitPrice },
    ...{
      unit: offer.unit,
      vatPercent: offer.vatPercent,
      validUntil: offer.validUntil,
      payment: offer.payment,
      terms: offer.terms,
    },
    ...{
      lines: offer.lines,
      photos: offer.photos,
      loan: offer.loan,
      "loan.amount": offer.loanAmount,
      "loan.years": offer.loanYears,
    },
    "loan.ratePercent": offer.loanRate,
  }
  const [, photo] = PHOTO_FIELD.exec(path) ?? []
  if (photo !== undefined) return offer.photo(String(Number(photo) + 1))
  if (index === undefined) return labels[path] ?? offer.title
  return [offer.line(String(Number(index) + 1)), field && labels[field]].filter(Boolean).join(", ")
}

interface EditorProps {
  id: string
  offer: Offer
  share: ShareState
  customer: Addressee
  hasOthers: boolean
  onOffer(offer: Offer): void
  onShare(share: ShareState): void
  /** The customer may read the offer at the link. */
  onRelease(): void
  onClose(): void
}

type Change = (changes: Partial<Draft>) => void

const LoanFields = ({ draft, onChange }: { draft: Draft; onChange: Change }) => {
  const { format } = useSettings()
  const { offer } = useAppText()
  const field = (name: keyof Draft["loan"]) => ({
    ...{ value: draft.loan[name], inputMode: "decimal" as const, required: true, autoComplete: "off" },
    onChange: (event: { target: { value: string } }) =>
      onChange({ loan: { ...draft.loan, [name]: event.target.value } }),
  })
  return (
    <>
      <Check
        label={offer.hasLoan}
        checked={draft.hasLoan}
        onChange={event => onChange({ hasLoan: event.target.checked })}
      />
      {draft.hasLoan ? (
        <div className="fields">
          <Field label={offer.loanAmount} hint={format.sign} {...field("amount")} />
          <Field label={offer.loanRate} hint="%" {...field("ratePercent")} />
          <Field label={offer.loanYears} {...field("years")} />
        </div>
      ) : null}
    </>
  )
}

const Conditions = ({ draft, onChange }: { draft: Draft; onChange: Change }) => {
  const { offer } = useAppText()
  const area = (name: "payment" | "terms", maxLength: number) => (
    <Labelled label={offer[name]}>
      {attributes => (
        <textarea
          {...attributes}
          rows={3}
          maxLength={maxLength}
          value={draft[name]}
          onChange={event => onChange({ [name]: event.target.value })}
        />
      )}
    </Labelled>
  )
  return (
    <>
      <div className="fields">
        <DateField
          label={offer.validUntil}
          value={draft.validUntil}
          min={new Date().toISOString().slice(0, 10)}
          onChange={event => onChange({ validUntil: event.target.value })}
        />
      </div>
      {area("payment", 2_000)}
      {area("terms", 10_000)}
      <LoanFields draft={draft} onChange={onChange} />
    </>
  )
}

const firstDraft = (offer: Offer, typed: (value: number) => string, addressOf: (photo: string) => string): Draft => {
  const draft = draftOf(offer, typed, addressOf)
  if (offer.number !== null) return draft
  return { ...draft, validUntil: new Date(Date.now() + VALID_DAYS * DAY_MS).toISOString().slice(0, 10) }
}

/** Longest side of a sent photo [pixels]: the service reduces to it too. */
const PHOTO_SIDE = 1600

/** Stores the new photos of a form; returns the ids of all by their addresses. */
const useStorePhotos = (id: string) => {
  const { ask } = useSession()
  const store = async (file: File): Promise<string> => {
    const body = new FormData()
    body.append("file", await reducedImage(file, PHOTO_SIDE))
    return (await ask("POST /v1/scans/{id}/offer/photos", { params: { id }, body })).id
  }
  return async (photos: readonly DraftPhoto[]): Promise<ReadonlyMap<string, string>> => {
    const ids = new Map<string, string>()
    for (const photo of photos) ids.set(photo.url, photo.id ?? (await store(photo.file!)))
    return ids
  }
}

/** Form of an offer: lines with live totals, validity and terms; it saves, sends or withdraws the offer. */
const OfferEditor = ({ id, offer, share, customer, hasOthers, onOffer, onShare, onRelease, onClose }: EditorProps) => {
  const { ask, client } = useSession()
  const { format } = useSettings()
  const text = useAppText()
  const read = useTypedNumber()
  const [draft, setDraft] = useState(() =>
    firstDraft(offer, format.typed, photo =>
      client.url("GET /v1/scans/{id}/offer/photos/{photo}", { params: { id, photo } }),
    ),
  )
  const change: Change = changes => setDraft(before => ({ ...before, ...changes }))
  const [expiresAt, setExpiresAt] = useState<string | null>(null)
  const storePhotos = useStorePhotos(id)
  const save = useAction(async (isSent: boolean) => {
    const ids = await storePhotos(draft.photos)
    const withIds = (form: Draft): Draft => ({
      ...form,
      photos: form.photos.map(photo => ({ ...photo, id: ids.get(photo.url) ?? photo.id })),
    })
    // Captions may have changed meanwhile.
    setDraft(withIds)
    const body = { ...changesOf(withIds(draft), read), ...(isSent ? { status: "sent" as const } : {}) }
    onOffer(await ask("PUT /v1/scans/{id}/offer", { params: { id }, body }))
    if (isSent && !share.isShared)
      onShare(await ask("PUT /v1/scans/{id}/share", { params: { id }, body: { enabled: true, expiresAt } }))
    if (!isSent) return
    onRelease()
    onClose()
  })
  const onSubmit = submitted(() => save.run(true))
  const inWords = (message: string) =>
    messageForPage(message, {
      nameOf: path => nameOf(path, text),
      plainNameOf: key => (key === "lines" ? text.offer.lines : undefined),
      optionOf: () => undefined,
    })
  return (
    <PageWordsProvider value={inWords}>
      <form className="stack" onSubmit={onSubmit}>
        <OfferLines lines={draft.lines} hasOthers={hasOthers} onChange={lines => change({ lines })} />
        <OfferPhotoFields
          id={id}
          photos={draft.photos}
          onChange={make => setDraft(before => ({ ...before, photos: make(before.photos) }))}
        />
        <Conditions draft={draft} onChange={change} />
        {share.isShared ? null : (
          <div className="fields">
            <Until expiresAt={null} onEnd={(end = null) => setExpiresAt(end)} />
          </div>
        )}
        {customer.name ? null : <p className="message warn">{text.offer.noCustomer}</p>}
        <p className="small muted">{text.offer.rounding}</p>
        <Problem message={save.message} />
        <div className="row">
          <button type="submit" className="primary" disabled={save.isBusy}>
            {text.offer.send}
          </button>
          <button type="button" disabled={save.isBusy} onClick={() => save.run(false)}>
            {text.offer.save}
          </button>
          <button type="button" className="plain" onClick={onClose}>
            {text.close}
          </button>
        </div>
      </form>
    </PageWordsProvider>
  )
}

export default OfferEditor
