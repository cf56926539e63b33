import type { ScanObject } from "../../../client/index.ts"
import { usePageWords } from "../lib/pageWords.tsx"
import { useSettings } from "../lib/settings.tsx"
import { useAppText } from "../text/appText.ts"
import { StatusBadge } from "./StatusBadge.tsx"
import { useProgress } from "./useProgress.ts"

/** A scan without a report: its progress, or the cause of its failure. */
export const Progress = ({ scan, onEnd }: { scan: ScanObject; onEnd(): void }) => {
  const { scans } = useAppText()
  const { format } = useSettings()
  const inPageWords = usePageWords()
  const { status, progression } = useProgress(scan, true, onEnd)
  return (
    <div className="card stack">
      <div className="row">
        <h1>{scans.open(format.dateTime(scan.createdAt))}</h1>
        <StatusBadge status={scan.hasError ? scan.status : status} />
      </div>
      {scan.hasError ? (
        <div className="message bad" role="alert">
          <strong>{scans.failed}</strong>
          <p>{inPageWords(scan.errorMessage ?? "")}</p>
        </div>
      ) : (
        <progress max={100} value={progression} aria-label={scans.progress} />
      )}
    </div>
  )
}
