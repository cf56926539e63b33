import { useCallback, useMemo } from "react"
import { type FilledRequest, ScanApiError } from "../../../client/index.ts"
import { newKey } from "../../../client/key.ts"
import { goFrom, shownPage } from "../app/router.tsx"
import { useSession } from "../app/session.tsx"
import { useAction } from "../lib/action.ts"
import { type NewSite, siteOfScan } from "../sites/siteOfRequest.ts"
import { useAppText } from "../text/appText.ts"
import { Problem } from "../ui/Problem.tsx"

interface SaveAsSiteProps {
  /** Stored request of the scan. */
  request: FilledRequest
  customer: NewSite["customer"]
}

/** Stores the site of a scan and opens its page. The scan itself stays without a site. */
export const SaveAsSite = ({ request, customer }: SaveAsSiteProps) => {
  const { ask } = useSession()
  const { sites } = useAppText()
  const body = JSON.stringify(siteOfScan(request, customer))
  // A repeated click with one key makes one site; the page reads the scan again meanwhile.
  const creation = useMemo(
    () => ({ body: JSON.parse(body) as NewSite, idempotencyKey: newKey(), keyWithoutProfile: newKey() }),
    [body],
  )
  const save = useAction(
    useCallback(async () => {
      const begun = shownPage()
      const { body, idempotencyKey, keyWithoutProfile } = creation
      const site = await ask("POST /v1/sites", { body, idempotencyKey }).catch(error => {
        const isGone = error instanceof ScanApiError && error.status === 404
        if (!isGone || !body.meterProfileIds?.length) throw error
        // The profile of the scan was deleted.
        return ask("POST /v1/sites", { body: { ...body, meterProfileIds: [] }, idempotencyKey: keyWithoutProfile })
      })
      goFrom(begun, `/sites/${site.id}`)
    }, [ask, creation]),
  )
  return (
    <>
      <button type="button" onClick={save.run} disabled={save.isBusy}>
        {sites.saveAs}
      </button>
      <Problem message={save.message} />
    </>
  )
}
