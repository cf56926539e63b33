import { isolated } from "../lib/format.ts"
import { useSettings } from "../lib/settings.tsx"
import type { Branding } from "./data.ts"

/** Contact person. */
export const ContactLine = ({ contact }: { contact: NonNullable<Branding["contact"]> }) => {
  const { name, email, phone } = contact
  return (
    <address className="row">
      {name ? <bdi>{name}</bdi> : null}
      {email ? <a href={`mailto:${email.split("@").map(encodeURIComponent).join("@")}`}>{email}</a> : null}
      {phone ? <a href={`tel:${phone.replace(/[^\d+]/g, "")}`}>{phone}</a> : null}
    </address>
  )
}

/** Text with the date of acceptance and the name. */
export const useAcceptedText = () => {
  const { text, format } = useSettings()
  return ({ acceptedAt, name }: { acceptedAt: string; name: string | null }) => {
    const { accept } = text.report
    const done = accept.done(format.date(acceptedAt))
    return name === null ? done : `${done} ${accept.by(isolated(name))}`
  }
}
