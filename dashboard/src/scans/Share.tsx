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

const NEVER = "never"
const ON_DATE = "date"
const DAYS = ["7", "30", "90"] as const
const DAY_MS = 86_400_000

/** Expiry of a link by a number of days, or at the end of a day in the reader's zone; null: never. */
const endOf = (choice: string, date: string): string | null => {
  if (choice === NEVER || (choice === ON_DATE && date === "")) return null
  return new Date(choice === ON_DATE ? `${date}T23:59:59` : Date.now() + Number(choice) * DAY_MS).toISOString()
}

interface ShareProps {
  id: string
  share: ShareState
  /** Name of the customer; null if not named. */
  customer: string | null
  onShare(share: ShareState): void
}

interface UntilProps {
  /** Current expiry; null: never. */
  expiresAt: string | null
  onEnd(expiresAt: string | null): void
}

/** Choice of a link's expiry: some days from now, a date, or never. */
export const Until = ({ expiresAt, onEnd }: UntilProps) => {
  const { scans } = useAppText()
  const kept = expiresAt?.slice(0, 10) ?? ""
  const [choice, setChoice] = useState(kept === "" ? NEVER : ON_DATE)
  const [date, setDate] = useState(kept)
  const choose = (next: string) => {
    setChoice(next)
    if (next !== ON_DATE) onEnd(endOf(next, ""))
  }
  const pick = (picked: string) => {
    setDate(picked)
    if (picked > new Date().toISOString().slice(0, 10)) onEnd(endOf(ON_DATE, picked))
  }
  return (
    <>
      <Choice
        label={scans.linkEnds}
        value={choice}
        options={[
          [NEVER, scans.linkNever],
          ...DAYS.map(days => [days, scans.linkDays(days)] as const),
          [ON_DATE, scans.linkOnDate],
        ]}
        onChange={event => choose(event.target.value)}
      />
      {choice === ON_DATE ? (
        <DateField
          label={scans.linkDate}
          value={date}
          min={new Date(Date.now() + DAY_MS).toISOString().slice(0, 10)}
          onChange={event => pick(event.target.value)}
        />
      ) : null}
    </>
  )
}

/** Address that opens a mail program with a subject and a text; its lines end as RFC 6068 says. */
const mailTo = (subject: string, text: string): string =>
  `mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(text.replaceAll("\n", "\r\n"))}`

interface LinkProps {
  url: string
  expiresAt: string | null
  /** Name of the customer; null if not named. */
  customer: string | null
}

/** The link of a report with its code, and a text of an e-mail with it. */
const Link = ({ url, expiresAt, customer }: LinkProps) => {
  const { ask, who } = useSession()
  const { scans } = useAppText()
  const { format, language } = useSettings()
  const { id, displayName } = who.organization
  const organization = useLoad(
    useCallback(signal => ask("GET /v1/organizations/{id}", { params: { id }, signal }), [ask, id]),
  )
  const ofMail = organization.value?.assumptions.language ?? language
  const words = APP_TEXTS[ofMail].scans
  const until = expiresAt ? formatOf(ofMail, EURO).date(expiresAt) : ""
  const mail = words.mail(url, until, displayName, customer ?? "")
  const [hasCode, setCode] = useState(false)
  return (
    <div className="stack">
      <div className="row">
        <a href={new URL(url).pathname} target="_blank" rel="noreferrer">
          {scans.shareLink}
        </a>
        <CopyButton className="plain" label={scans.copyLink} value={url} />
        <a href={mailTo(words.mailSubject, mail)}>{scans.writeMail}</a>
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
  const ends = (expiresAt: string | null) => {
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
      {share.shareUrl ? <Link url={share.shareUrl} expiresAt={share.expiresAt} customer={customer} /> : null}
      <Problem message={change.message} />
    </div>
  )
}
