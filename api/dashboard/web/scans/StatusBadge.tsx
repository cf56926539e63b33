import type { ScanListItem } from "../../../scans/schemas.ts"
import { useAppText } from "../text/appText.ts"

const LOOKS = { pending: "badge", processing: "badge", completed: "badge good", error: "badge bad" }

/** The state of a scan; of a failed one with its reason. */
export const StatusBadge = ({ status, message }: { status: ScanListItem["status"]; message: string | null }) => {
  const { scans } = useAppText()
  return (
    <span className={LOOKS[status]} title={message ?? undefined}>
      {scans.status[status]}
    </span>
  )
}
