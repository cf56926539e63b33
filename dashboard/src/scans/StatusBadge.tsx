import type { ScanListItem } from "../../../client/index.ts"
import { useAppText } from "../text/appText.ts"

const LOOKS = { pending: "badge", processing: "badge", completed: "badge good", error: "badge bad" }

/** The state of a scan. */
export const StatusBadge = ({ status }: { status: ScanListItem["status"] }) => {
  const { scans } = useAppText()
  return <span className={LOOKS[status]}>{scans.status[status]}</span>
}
