import { useCallback } from "react"
import { Link } from "../app/router.tsx"
import { useSession } from "../app/session.tsx"
import { useLoad } from "../lib/load.ts"
import { CustomerCard } from "../scans/CustomerCard.tsx"
import ScanList from "../scans/ScanList.tsx"
import { useAppText } from "../text/appText.ts"
import { Async } from "../ui/Async.tsx"
import { Name } from "../ui/Name.tsx"
import { SiteRoofs } from "./RoofPlan.tsx"
import type { Site } from "./siteValues.ts"

interface HeadProps {
  site: Site
  onChange(): void
}

/** Customer and roofs of a site. */
const SiteHead = ({ site, onChange }: HeadProps) => {
  const { ask } = useSession()
  const { sites } = useAppText()
  const { id, customer, place, dossierId } = site
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
      <SiteRoofs site={site} onChange={onChange} />
    </>
  )
}

/** A site: its customer, its roofs and its scans. */
const SitePage = ({ id }: { id: string }) => {
  const { ask } = useSession()
  const { sites } = useAppText()
  const site = useLoad(useCallback(signal => ask("GET /v1/sites/{id}", { params: { id }, signal }), [ask, id]))
  return (
    <div className="content">
      <p>
        <Link to="/sites">← {sites.back}</Link>
      </p>
      <Async loaded={site}>{shown => <SiteHead site={shown} onChange={site.reload} />}</Async>
      <ScanList siteId={id} />
    </div>
  )
}

export default SitePage
