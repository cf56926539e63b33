import { useCallback, useState } from "react"
import type { Answer } from "../../../client/index.ts"
import { useSession } from "../app/session.tsx"
import { useAction } from "../lib/action.ts"
import { EURO, formatOf } from "../lib/format.ts"
import { useLoad } from "../lib/load.ts"
import { useSettings } from "../lib/settings.tsx"
import { useAcceptedText } from "../report/ContactLine.tsx"
import { APP_TEXTS, useAppText } from "../text/appText.ts"
import { CopyButton } from "../ui/CopyButton.tsx"
import { DateField } from "../ui/DateField.tsx"
import { Check, Choice } from "../ui/Field.tsx"
import { lazyPart } from "../ui/lazyPart.tsx"
import { Problem } from "../ui/Problem.tsx"

/** Loaded at the first display of a code. */
const Qr = lazyPart(() => import("../proposal/Qr.tsx"))

export type ShareState = Answer<"GET /v1/scans/{id}/share">

const AS_BEFORE = ""
const NEVER = "never"
const ON_DATE = "date"
const DAYS = ["7", "30", "90"] as const
const DAY_MS = 86_400_000
/** Days until the first date that is proposed. */
const USUAL_DAYS = 30

/** Day of a moment in the reader's zone. */
const dayOf = (moment: string | number): string => new Date(moment).toLocaleDateString("sv")

/** A day from today. */
const dayAfter = (days: number): string => dayOf(Date.now() + days * DAY_MS)

/** End of a day in the reader's zone. */
const endOf = (day: string): string => new Date(`${day}T23:59:59`).toISOString()

/** Customer who gets the link. */
export type Addressee = Pick<Answer<"GET /v1/scans/{id}/customer">, "name" | "email">

interface ShareProps {
  id: string
  share: ShareState
  customer: Addressee
  onShare(share: ShareState): void
}

interface UntilProps {
  /** Current expiry; null: never; absent: links have several. */
  expiresAt?: string | null
  /** Undefined: links keep their expiry. */
  onEnd(expiresAt: string | null | undefined): void
}

/** Choice of a link's expiry: some days from now, a date, or never. */
export const Until = ({ expiresAt, onEnd }: UntilProps) => {
  const { scans } = useAppText()
  const first = expiresAt === undefined ? AS_BEFORE : expiresAt === null ? NEVER : ON_DATE
  const [choice, setChoice] = useState<string>(first)
  const [date, setDate] = useState(expiresAt ? dayOf(expiresAt) : dayAfter(USUAL_DAYS))
  const choose = (next: string) => {
    setChoice(next)
    if (next === NEVER) onEnd(null)
    else if (next === AS_BEFORE) onEnd(undefined)
    else onEnd(endOf(next === ON_DATE ? date : dayAfter(Number(next))))
  }
  const pick = (picked: string) => {
    setDate(picked)
    if (picked > dayAfter(0)) onEnd(endOf(picked))
  }
  return (
    <>
      <Choice
        label={scans.linkEnds}
        value={choice}
        options={[
          ...(expiresAt === undefined ? [[AS_BEFORE, scans.linkAsBefore] as const] : []),
          [NEVER, scans.linkNever],
          ...DAYS.map(days => [days, scans.linkDays(days)] as const),
          [ON_DATE, scans.linkOnDate],
        ]}
        onChange={event => choose(event.target.value)}
      />
      {choice === ON_DATE ? (
        <DateField label={scans.linkDate} value={date} min={dayAfter(1)} onChange={event => pick(event.target.value)} />
      ) : null}
    </>
  )
}

/** Address that opens a mail program with addressee, subject and text; its lines end as RFC 6068 says. */
const mailTo = (to: string, subject: string, text: string): string =>
  `mailto:${encodeURIComponent(to).replace("%40", "@")}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text.replaceAll("\n", "\r\n"))}`

interface LinkProps {
  url: string
  expiresAt: string | null
  customer: Addressee
}

/** The link of a report with its code, and a text of an e-mail with it. */
export const ShareLink = ({ url, expiresAt, customer }: LinkProps) => {
  const { ask, who } = useSession()
  const { scans } = useAppText()
  const { format, language } = useSettings()
  const { id, displayName } = who.organization
  const organization = useLoad(
    useCallback(signal => ask("GET /v1/organizations/{id}", { params: { id }, signal }), [ask, id]),
  )
  const mailLanguage = organization.value?.assumptions.language ?? language
  const words = APP_TEXTS[mailLanguage].scans
  const until = expiresAt ? formatOf(mailLanguage, EURO).date(expiresAt) : ""
  const mail = words.mail(url, until, displayName, customer.name ?? "")
  const [hasCode, setCode] = useState(false)
  return (
    <div className="stack">
      <div className="row">
        <a href={new URL(url).pathname} target="_blank" rel="noreferrer">
          {scans.shareLink}
        </a>
        <CopyButton className="plain" label={scans.copyLink} value={url} />
        <a href={mailTo(customer.email ?? "", words.mailSubject, mail)}>{scans.writeMail}</a>
        <CopyButton className="plain" label={scans.copyMail} value={mail} />
        <button type="button" className="plain" aria-expanded={hasCode} onClick={() => setCode(!hasCode)}>
          {scans.linkCode}
        </button>
        {expiresAt ? <span className="small muted">{scans.linkUntil(format.dateTime(expiresAt))}</span> : null}
      </div>
      {hasCode ? <Qr text={url} label={scans.linkCodeOf} /> : null}
    </div>
  )
}

/** Switches the public link of a report on and off, and shows its expiry. */
export const Share = ({ id, share, customer, onShare }: ShareProps) => {
  const { ask } = useSession()
  const { scans } = useAppText()
  const acceptedText = useAcceptedText()
  const [end, setEnd] = useState<string | null>(share.expiresAt)
  const change = useAction(async (enabled: boolean, expiresAt: string | null) => {
    onShare(
      await ask("PUT /v1/scans/{id}/share", { params: { id }, body: enabled ? { enabled, expiresAt } : { enabled } }),
    )
  })
  const ends = (expiresAt: string | null = null) => {
    setEnd(expiresAt)
    if (share.isShared) change.run(true, expiresAt)
  }
  return (
    <div className="stack share">
      <div className="row">
        <Check
          label={scans.share}
          checked={share.isShared}
          disabled={change.isBusy}
          onChange={event => change.run(event.target.checked, end)}
        />
        {share.acceptance ? <span className="badge good">{acceptedText(share.acceptance)}</span> : null}
      </div>
      <div className="row ends">
        <Until expiresAt={share.expiresAt} onEnd={ends} />
      </div>
      {share.shareUrl ? <ShareLink url={share.shareUrl} expiresAt={share.expiresAt} customer={customer} /> : null}
      <Problem message={change.message} />
    </div>
  )
}
