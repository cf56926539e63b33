import { useState } from "react"
import { useSession } from "../app/session.tsx"
import { useAction } from "../lib/action.ts"
import type { FullReport } from "../report/data.ts"
import { useAppText } from "../text/appText.ts"
import { Check } from "../ui/Field.tsx"
import { Problem } from "../ui/Problem.tsx"

/** Switches the public link of a report on and off. */
export const Share = ({ report }: { report: FullReport }) => {
  const { ask } = useSession()
  const { scans } = useAppText()
  const [token, setToken] = useState(report.shareToken)
  const change = useAction(async (enabled: boolean) => {
    const answer = await ask("PUT /v1/scans/{id}/share", { params: { id: report.id }, body: { enabled } })
    setToken(answer.shareToken)
  })
  return (
    <div className="row">
      <Check
        label={scans.share}
        checked={token !== null}
        disabled={change.isBusy}
        onChange={event => change.run(event.target.checked)}
      />
      {token === null ? null : (
        <a href={`/shared/${token}`} target="_blank" rel="noreferrer">
          {scans.shareLink}
        </a>
      )}
      <Problem message={change.message} />
    </div>
  )
}
