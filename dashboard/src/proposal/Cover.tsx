import type { ReactNode } from "react"
import { rgb } from "../lib/palette.ts"
import { useSettings } from "../lib/settings.tsx"
import { ContactLine, useAcceptedText } from "../report/ContactLine.tsx"
import { shortfallText } from "../report/claim.ts"
import { logoPath, type ReportData } from "../report/data.ts"
import type { Priced } from "../report/priced.ts"
import { verdictOf } from "../report/Verdict.tsx"
import { useProposalText } from "./proposalText.ts"
import { Qr } from "./Qr.tsx"

const BLACK = "#000000"
const WHITE = "#ffffff"

/** Relative luminance of a colour #rrggbb (WCAG 2.2). */
const luminance = (colour: string): number => {
  const [red, green, blue] = rgb(colour).map(part => {
    const share = part / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}

/** Black or white, the easier to read on a colour: one always has a contrast of at least 4.5. */
const readableOn = (colour: string): string => {
  const contrast = (other: string) => {
    const [low, high] = [luminance(colour), luminance(other)].sort((a, b) => a - b)
    return (high! + 0.05) / (low! + 0.05)
  }
  return contrast(WHITE) >= contrast(BLACK) ? WHITE : BLACK
}

type CoverProps = Pick<ReportData, "report" | "branding" | "customerName" | "share" | "isSandbox"> & {
  priced: Priced
  /** The sliders were moved: nothing was accepted, and nothing is signed. */
  isVariant: boolean
}

/** The first page on paper: sender and customer, the result, the acceptance, and a link back to the page. */
export const Cover = ({ report, priced, branding, customerName, share, isSandbox, isVariant }: CoverProps) => {
  const settings = useSettings()
  const { format, text, palette } = settings
  const { cover } = useProposalText()
  const acceptedText = useAcceptedText()
  const shortfall = shortfallText(report, settings, priced.extraEur)
  const { brandingEnabled, brandingDisplayName, brandingColor, contact } = branding
  const colour = (brandingEnabled && brandingColor) || palette.accent
  const logo = logoPath(branding)
  const facts: [string, ReactNode][] = [
    ...(customerName === null ? [] : [[cover.for, <bdi key="for">{customerName}</bdi>] as [string, ReactNode]]),
    ...(brandingEnabled ? [[cover.by, <bdi key="by">{brandingDisplayName}</bdi>] as [string, ReactNode]] : []),
    [cover.made, format.date(report.createdAt)],
    ...(contact ? [[cover.contact, <ContactLine key="contact" contact={contact} />] as [string, ReactNode]] : []),
    ...(share.shareUrl && share.expiresAt ? [[cover.until, format.date(share.expiresAt)] as [string, string]] : []),
  ]
  return (
    <section className="cover print-only">
      <div className="cover-head" style={{ background: colour, color: readableOn(colour) }}>
        {logo ? <img src={logo} alt="" /> : null}
        <p>{brandingEnabled ? <bdi>{brandingDisplayName}</bdi> : text.report.title}</p>
        <p className="cover-title">{cover.title}</p>
      </div>
      {isSandbox ? <p className="message sandbox">{text.report.sandbox}</p> : null}
      {isVariant ? <p className="message">{text.report.adjust.tried}</p> : null}
      <p className="cover-verdict">{verdictOf(report, settings, priced)}</p>
      {shortfall ? <p>{shortfall}</p> : null}
      <dl className="cover-facts">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <div className="cover-foot">
        {isVariant ? null : share.acceptance ? (
          <p className="cover-accepted">{acceptedText(share.acceptance)}</p>
        ) : (
          <div className="cover-sign">
            <span>{cover.date}</span>
            <span>{cover.signature}</span>
          </div>
        )}
        {share.shareUrl ? (
          <div className="cover-code">
            <Qr text={share.shareUrl} label={cover.qr} />
            <span className="small">{cover.scan}</span>
          </div>
        ) : null}
      </div>
    </section>
  )
}

export default Cover
