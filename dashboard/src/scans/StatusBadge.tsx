import type { ScanListItem } from "../../../api/v1/scans/schemas.ts"
import { useAppText } from "../text/appText.ts"

const LOOKS = { pending: "badge", processing: "badge", completed: "badge good", error: "badge bad" }

/** The state of a scan. */
export const StatusBadge = ({ status }: { status: ScanListItem["status"] }) => {
  const { scans } = useAppText()
  return <span className={LOOKS[status]}>{scans.status[status]}</span>
}
