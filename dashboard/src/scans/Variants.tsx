import { useCallback } from "react"
import type { FilledRequest, ScanListItem } from "../../../client/index.ts"
import { Link } from "../app/router.tsx"
import { useSession } from "../app/session.tsx"
import { formatOf } from "../lib/format.ts"
import { useLoad } from "../lib/load.ts"
import { useSettings } from "../lib/settings.tsx"
import { plantWords } from "../report/data.ts"
import { useAppText } from "../text/appText.ts"
import { Table } from "../ui/Table.tsx"
import { OfferOf } from "./OfferOf.tsx"
import { StatusBadge } from "./StatusBadge.tsx"

const VariantTable = ({ items }: { items: readonly ScanListItem[] }) => {
  const settings = useSettings()
  const { scans, compare } = useAppText()
  const { format, language } = settings
  const rows = items.map(scan => {
    const isDone = scan.status === "completed"
    const plant = plantWords(scan.panels ?? 0, scan.batteryKwh ?? 0, settings) ?? compare.nothing
    const { eur } = formatOf(language, scan.currency)
    return {
      key: scan.id,
      cells: [
        <Link key="when" to={`/scans/${scan.id}`}>
          {format.dateTime(scan.createdAt)}
        </Link>,
        isDone ? plant : <StatusBadge key="state" status={scan.status} />,
        <OfferOf key="offer" scan={scan} />,
        isDone ? eur(scan.investment) : "–",
        isDone ? eur(scan.yearlySavings) : "–",
      ],
    }
  })
  const head = [scans.when, compare.plant, scans.offer, settings.text.report.kpi.investment, scans.savings]
  return <Table label={scans.variants} head={head} rows={rows} words={3} isListing />
}

interface VariantsProps {
  id: string
  request: FilledRequest
}

/** Links of a scan to its original, its site and its variants; nothing without any. */
export const Variants = ({ id, request: { copiedFromId, siteId } }: VariantsProps) => {
  const { ask } = useSession()
  const { scans, sites } = useAppText()
  const related = useLoad(
    useCallback(signal => ask("GET /v1/scans/{id}/adjustments", { params: { id }, signal }), [ask, id]),
  )
  const variants = related.value ?? []
  if (copiedFromId === undefined && siteId === undefined && variants.length === 0) return null
  return (
    <section className="card stack no-print" aria-label={scans.related}>
      <div className="row">
        {copiedFromId === undefined ? null : <Link to={`/scans/${copiedFromId}`}>{scans.toOriginal}</Link>}
        {siteId === undefined ? null : <Link to={`/sites/${siteId}`}>{sites.one}</Link>}
      </div>
      {variants.length === 0 ? null : (
        <>
          <h2>{scans.variants}</h2>
          <VariantTable items={variants} />
        </>
      )}
    </section>
  )
}
