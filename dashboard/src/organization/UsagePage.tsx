import { useCallback } from "react"
import type { Answer } from "../../../client/index.ts"
import { useSession } from "../app/session.tsx"
import { useLoad } from "../lib/load.ts"
import { useSettings } from "../lib/settings.tsx"
import { useAppText } from "../text/appText.ts"
import { Async } from "../ui/Async.tsx"
import { Facts } from "../ui/Facts.tsx"

const GB = 1_000_000_000
type Storage = Answer<"GET /v1/usage">["storage"]["live"]

const Figures = ({ usage }: { usage: Answer<"GET /v1/usage"> }) => {
  const { usage: words } = useAppText().organization
  const { format } = useSettings()
  const { tier, periodStart, periodEnd, used, quota, overage, storage } = usage
  const stored = ({ bytes, reservedBytes, limitBytes }: Storage): string => {
    const size = (amount: number) => `${format.number(amount / GB, 1)} GB`
    const taken = size(bytes + reservedBytes)
    return limitBytes === null ? taken : words.ofLimit(taken, size(limitBytes))
  }
  const facts: [string, string][] = [
    [words.tier, tier],
    [words.period, `${format.date(periodStart)} – ${format.date(new Date(Date.parse(periodEnd) - 1).toISOString())}`],
    [words.used, format.number(used, 0)],
    [words.quota, quota === null ? words.noQuota : format.number(quota, 0)],
    [words.overage, format.number(overage, 0)],
    [words.liveStorage, stored(storage.live)],
    [words.sandboxStorage, stored(storage.sandbox)],
  ]
  return (
    <div className="card stack">
      {quota === null ? null : <progress max={quota} value={Math.min(used, quota)} aria-label={words.used} />}
      <Facts facts={facts} />
    </div>
  )
}

/** Usage of this month within the quota. */
export const UsagePage = () => {
  const { ask } = useSession()
  const usage = useLoad(useCallback(signal => ask("GET /v1/usage", { signal }), [ask]))
  return <Async loaded={usage}>{value => <Figures usage={value} />}</Async>
}
