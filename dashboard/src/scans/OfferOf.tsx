import type { ScanListItem } from "../../../client/index.ts"
import { formatOf } from "../lib/format.ts"
import { useSettings } from "../lib/settings.tsx"
import { useAppText } from "../text/appText.ts"

/** State and price of a scan's offer. */
export const OfferOf = ({ scan: { offerStatus, offerGross, currency } }: { scan: ScanListItem }) => {
  const { language } = useSettings()
  const { offer } = useAppText()
  if (offerStatus === "none") return "–"
  const isGood = offerStatus === "sent" || offerStatus === "accepted"
  return (
    <>
      <span className={isGood ? "badge good" : "badge"}>{offer.statuses[offerStatus]}</span>{" "}
      {formatOf(language, currency).eur(offerGross)}
    </>
  )
}
