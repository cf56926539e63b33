import { useCallback, useState } from "react"
import type { Adjustment, FilledRequest, ScanObject } from "../../../client/index.ts"
import { addressOf } from "../../../domain/request/customerDetails.ts"
import { goFrom, Link, shownPage } from "../app/router.tsx"
import { useSession } from "../app/session.tsx"
import { useAction } from "../lib/action.ts"
import { untilGone } from "../lib/gone.ts"
import { type Loaded, useLoad } from "../lib/load.ts"
import { useSettings } from "../lib/settings.tsx"
import type { Offer } from "../offers/draft.ts"
import { OfferCard } from "../offers/OfferCard.tsx"
import type { ChangeLink } from "../report/Assumed.tsx"
import { CALENDAR_YEAR, hoursOf, type ReportData } from "../report/data.ts"
import { Masthead } from "../report/Masthead.tsx"
import { Opening } from "../report/Opening.tsx"
import { hasPart, Report } from "../report/Report.tsx"
import { useAppText } from "../text/appText.ts"
import { Async } from "../ui/Async.tsx"
import { Problem } from "../ui/Problem.tsx"
import { type Customer, CustomerCard } from "./CustomerCard.tsx"
import type { FoldName } from "./Fold.tsx"
import { KeepAlternative } from "./KeepAlternative.tsx"
import { lastList } from "./listState.ts"
import { Progress } from "./Progress.tsx"
import { SaveAsSite } from "./SaveAsSite.tsx"
import { Share, type ShareState } from "./Share.tsx"
import { Variants } from "./Variants.tsx"

/** Time within which a stored plant is usually solved; afterwards its page shows the progress. */
const KEEP_WAIT_SECONDS = 30

interface Stored {
  request: FilledRequest
  customer: Customer
}

type Found = Stored & ({ scan: ScanObject } | { data: ReportData; share: ShareState; offer: Offer })

/** Photo of an offer, as the organization reads it. */
const PHOTO = "GET /v1/scans/{id}/offer/photos/{photo}"

const useScan = (id: string): Loaded<Found> => {
  const { ask, client, mode } = useSession()
  const { language } = useSettings()
  return useLoad(
    useCallback(
      async signal => {
        const params = { id }
        const readStored = (): Promise<[FilledRequest, Customer]> =>
          Promise.all([
            ask("GET /v1/scans/{id}/request", { params, signal }),
            ask("GET /v1/scans/{id}/customer", { params, signal }),
          ])
        const scan = await ask("GET /v1/scans/{id}", { params, signal })
        if (!("overview" in scan)) {
          const [request, customer] = await readStored()
          return { scan, request, customer }
        }
        const [[request, customer], chart, branding, share, offer] = await Promise.all([
          readStored(),
          ask("GET /v1/scans/{id}/chart", { params, query: CALENDAR_YEAR, signal }),
          ask("GET /v1/scans/{id}/branding", { params, signal }),
          ask("GET /v1/scans/{id}/share", { params, signal }),
          ask("GET /v1/scans/{id}/offer", { params, signal }),
        ])
        const customerName = customer.name ?? null
        const customerAddress = addressOf(customer) ?? null
        return {
          ...{ request, customer, share, offer },
          data: {
            ...{ report: scan, chart, branding, customerName, customerAddress, share },
            ...{ photoAddress: photo => client.url(PHOTO, { params: { id, photo } }), isSandbox: mode === "sandbox" },
          },
        }
      },
      [ask, client, id, mode],
    ),
    language,
  )
}

const Remove = ({ id }: { id: string }) => {
  const { ask } = useSession()
  const text = useAppText()
  const remove = useAction(async () => {
    if (!confirm(text.confirmDelete(text.scans.deleteThis))) return
    const begun = shownPage()
    await untilGone(ask("DELETE /v1/scans/{id}", { params: { id } }))
    goFrom(begun, "/scans")
  })
  return (
    <>
      <button type="button" className="danger" onClick={remove.run} disabled={remove.isBusy}>
        {text.delete}
      </button>
      <Problem message={remove.message} />
    </>
  )
}

const CustomerOf = ({ id, ...card }: { id: string; customer: Customer; onChange(): void }) => {
  const { ask } = useSession()
  const save = (body: Customer) =>
    Object.keys(body).length === 0
      ? ask("DELETE /v1/scans/{id}/customer", { params: { id } })
      : ask("PUT /v1/scans/{id}/customer", { params: { id }, body })
  return <CustomerCard {...card} save={save} />
}

/** Actions on a scan. A variant has the panels of its plant, so its original is saved as a site. */
const Tools = ({ id, request, customer }: Stored & { id: string }) => {
  const { scans } = useAppText()
  const hasOrigin = request.siteId !== undefined || request.copiedFromId !== undefined
  return (
    <>
      <Link to={`/scans/new?copy=${id}`} className="button">
        {scans.copy}
      </Link>
      {hasOrigin ? null : <SaveAsSite request={request} customer={customer} />}
      <Remove id={id} />
    </>
  )
}

/** Part of the form with the field of a premise. */
const PART_OF_PREMISE: Readonly<Record<string, FoldName>> = {
  "plain-inverter": "goal",
  maintenance: "goal",
  "plants-in-use": "roofs",
}

/** Premises that are assumptions of the organization. */
const OF_ORGANIZATION: readonly string[] = ["inverter-life", "equipment-prices"]

/** Growth of prices is a slider of the report. */
const changeLinkOf =
  (id: string): ChangeLink =>
  (code, label) => {
    if (code === "price-growth") return <a href="#adjust">{label}</a>
    if (OF_ORGANIZATION.includes(code)) return <Link to="/organization/assumptions">{label}</Link>
    return <Link to={`/scans/new?copy=${id}&part=${PART_OF_PREMISE[code] ?? "contract"}`}>{label}</Link>
  }

interface CompletedProps extends Stored {
  data: ReportData
  share: ShareState
  offer: Offer
  onChange(): void
}

const Completed = ({ data, share: foundShare, offer: foundOffer, onChange, ...stored }: CompletedProps) => {
  const { request, customer } = stored
  const { ask } = useSession()
  const [changedOffer, setOffer] = useState<Offer>()
  const offer = changedOffer ?? foundOffer
  const [changed, setChanged] = useState<ShareState>()
  // A read in flight while the link changed returns the previous link, but may contain an acceptance.
  const share = changed ? { ...changed, acceptance: foundShare.acceptance ?? changed.acceptance } : foundShare
  const { id } = data.report
  const series = useLoad(useCallback(signal => ask("GET /v1/scans/{id}/series", { params: { id }, signal }), [ask, id]))
  const whole = { ...data, share, offer: offer.number === null ? null : offer, series: hoursOf(series) }
  const keep = useCallback(
    async (body: Adjustment) => {
      const begun = shownPage()
      const kept = await ask("POST /v1/scans", { body, waitSeconds: KEEP_WAIT_SECONDS })
      goFrom(begun, `/scans/${kept.id}`)
    },
    [ask],
  )
  return (
    <>
      <Masthead
        {...whole}
        inside={{
          lead: <Share id={id} share={share} customer={customer} onShare={setChanged} />,
          tools: <Tools id={id} {...stored} />,
        }}
      />
      <CustomerOf id={id} customer={customer} onChange={onChange} />
      <Variants id={id} request={request} />
      <OfferCard
        {...{ id, offer, share, customer }}
        hasOthers={hasPart("alternatives", data.report)}
        onOffer={setOffer}
        onShare={setChanged}
      />
      <Report
        {...whole}
        trying={{ path: `/dashboard/scans/${id}/live`, keep }}
        changeLink={changeLinkOf(id)}
        actionOf={(plant, name) => <KeepAlternative report={data.report} plant={plant} name={name} />}
      />
    </>
  )
}

/** A scan: its progress, its failure, or its report with the owner's actions. */
const ScanPage = ({ id }: { id: string }) => {
  const { scans } = useAppText()
  const scan = useScan(id)
  return (
    <div className="content tight">
      <p className="no-print">
        <Link to={lastList()}>← {scans.back}</Link>
      </p>
      <Async loaded={scan} waiting={<Opening />}>
        {loaded =>
          "data" in loaded ? (
            <Completed {...loaded} onChange={scan.reload} />
          ) : (
            <>
              <CustomerOf id={id} customer={loaded.customer} onChange={scan.reload} />
              <Progress scan={loaded.scan} onEnd={scan.reload} />
              <div className="row">
                <Link to="/scans/new" className="button">
                  {scans.new}
                </Link>
                <Tools id={id} request={loaded.request} customer={loaded.customer} />
              </div>
            </>
          )
        }
      </Async>
    </div>
  )
}

export default ScanPage
