import { useCallback } from "react"
import { Link } from "../app/router.tsx"
import { useSession } from "../app/session.tsx"
import { useLoad } from "../lib/load.ts"
import { CustomerCard } from "../scans/CustomerCard.tsx"
import ScanList from "../scans/ScanList.tsx"
import { readProfile } from "../studio/profile.ts"
import { useAppText } from "../text/appText.ts"
import { Async } from "../ui/Async.tsx"
import { Name } from "../ui/Name.tsx"
import { SiteRoofs } from "./RoofPlan.tsx"
import type { ReadSite, Site } from "./siteValues.ts"

/** Links to the meter profiles of a site; deleted ones are left out. */
const MeterProfiles = ({ ids }: { ids: readonly string[] }) => {
  const { ask } = useSession()
  const { sites } = useAppText()
  const profiles = useLoad(
    useCallback((signal: AbortSignal) => Promise.all(ids.map(id => readProfile(ask, id, signal))), [ask, ids]),
  )
  return (
    <Async loaded={profiles}>
      {all => (
        <p className="row">
          {sites.measured}:
          {all.map(profile =>
            profile ? (
              <Link key={profile.id} to={`/studio/${profile.id}`}>
                <Name>{profile.name}</Name>
              </Link>
            ) : null,
          )}
        </p>
      )}
    </Async>
  )
}

interface HeadProps extends ReadSite {
  onChange(): void
}

/** Customer, measured use and roofs of a site. */
const SiteHead = ({ onChange, ...read }: HeadProps) => {
  const { ask } = useSession()
  const { sites } = useAppText()
  const { id, customer, place, dossierId, meterProfileIds } = read.site
  return (
    <>
      <h1>
        <Name>{customer.name ?? customer.address ?? place ?? sites.one}</Name>
      </h1>
      <p className="muted">{[place, dossierId].filter(Boolean).join(" · ")}</p>
      <CustomerCard
        customer={customer}
        save={details => ask("PATCH /v1/sites/{id}", { params: { id }, body: { customer: details } })}
        onChange={onChange}
      />
      {meterProfileIds.length > 0 ? <MeterProfiles ids={meterProfileIds} /> : null}
      <SiteRoofs {...read} onChange={onChange} />
    </>
  )
}

/** A site: its customer, its roofs and its scans. */
const SitePage = ({ id }: { id: string }) => {
  const { open } = useSession()
  const { sites } = useAppText()
  const read = useLoad(
    useCallback(
      async (signal): Promise<ReadSite> => {
        const answer = await open("GET /v1/sites/{id}", { params: { id }, signal })
        const tag = answer.headers.get("etag")
        // A proxy may make the tag weak, and no change can name it then.
        return { site: (await answer.json()) as Site, ifMatch: tag?.startsWith('"') ? tag : undefined }
      },
      [open, id],
    ),
  )
  return (
    <div className="content">
      <p>
        <Link to="/sites">← {sites.back}</Link>
      </p>
      <Async loaded={read}>{shown => <SiteHead {...shown} onChange={read.reload} />}</Async>
      <ScanList siteId={id} />
    </div>
  )
}

export default SitePage
