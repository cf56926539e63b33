import { memo, type ReactNode, useCallback, useDeferredValue, useEffect, useMemo, useState } from "react"
import { shownOutlook } from "../../../domain/report/shownOutlook.ts"
import { cutName } from "../lib/format.ts"
import { CurrencyScope, useSettings } from "../lib/settings.tsx"
import { ErrorBoundary } from "../ui/ErrorBoundary.tsx"
import { lazyPart } from "../ui/lazyPart.tsx"
import { Adjust } from "./Adjust.tsx"
import { Alternatives } from "./Alternatives.tsx"
import { Assumed, type ChangeLink } from "./Assumed.tsx"
import { Assumptions } from "./Assumptions.tsx"
import type { Alternative } from "./alternativeNames.ts"
import { Carbon } from "./Carbon.tsx"
import { Certificate } from "./Certificate.tsx"
import { sizesIn } from "./claim.ts"
import { CustomerScreens, ForAdviser } from "./customer/CustomerScreens.tsx"
import { type FullReport, isSamePlant, type ReportData } from "./data.ts"
import { EnergyYear } from "./EnergyYear.tsx"
import { Explore } from "./Explore.tsx"
import { HoursOfYear } from "./HoursOfYear.tsx"
import { Kpis } from "./Kpis.tsx"
import { Money } from "./Money.tsx"
import { Months } from "./Months.tsx"
import { pricedOf } from "./priced.ts"
import { System } from "./System.tsx"
import type { PriceOf, Tried, Trying } from "./tried.ts"
import { Verdict } from "./Verdict.tsx"

/** Few reports compare contracts or products, or have terms that end, so these parts are loaded on demand. */
const Contracts = lazyPart(() => import("./Contracts.tsx"), null)
const Phases = lazyPart(() => import("./Phases.tsx"), null)
const Products = lazyPart(() => import("./Products.tsx"), null)
/** Below the first screens. */
const Outlook = lazyPart(() => import("./Outlook.tsx"), null)
/** Only for paper; loaded after all other parts. */
const Cover = lazyPart(() => import("../proposal/Cover.tsx"), null)
const OfferPart = lazyPart(() => import("../proposal/OfferPart.tsx"))
const TwoDays = lazyPart(() => import("../proposal/TwoDays.tsx"), null)

const PARTS = [
  "energy",
  "hours",
  "explore",
  "months",
  "money",
  "alternatives",
  "contracts",
  "products",
  "outlook",
  "system",
  "carbon",
  "proof",
  "assumptions",
] as const
/** Mid-June, a day with sun. */
const FIRST_DAY = 165

/** True if the report has content for a part. */
export const hasPart = (part: (typeof PARTS)[number], report: FullReport): boolean => {
  if (part === "alternatives") return comparedIn(report).length > 1
  if (part === "contracts") return report.contracts !== undefined
  if (part === "products") return report.products !== undefined
  return part !== "outlook" || shownOutlook(report) !== null
}

/** Alternatives of a report; older reports have none. */
const comparedIn = ({ alternatives = [] }: FullReport): readonly Alternative[] => alternatives

const PARTS_OF_HOURS: readonly string[] = ["hours", "explore"]

const Contents = ({ report, series }: Pick<ReportData, "report" | "series">) => {
  const { text } = useSettings()
  const parts = PARTS.filter(part => hasPart(part, report) && (series !== null || !PARTS_OF_HOURS.includes(part)))
  return (
    <nav className="toc" aria-label={text.report.parts}>
      <ul>
        {parts.map(part => (
          <li key={part}>
            <a href={`#${part}`}>{text.report[part].nav}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface ReportProps extends ReportData {
  /** Sliders after the key figures, for a customer without an offer after the options; absent: none. */
  trying?: Trying
  /**
   * Actions of the reader, shown after the key figures; on the page of a customer after the first figures. The sliders
   * may show another plant.
   */
  proposal?: (isOtherPlant: boolean) => ReactNode
  /** The page begins with the screens of the customer, before the parts for the adviser. */
  isForCustomer?: boolean
  /** Link to the field of a premise, for the owner of the scan; others get a link to the assumptions. */
  changeLink?: ChangeLink
  /** Actions for an alternative of the report. */
  actionOf?: (plant: Alternative, name: string) => ReactNode
}

interface DrawnProps extends Pick<ReportData, "report" | "chart" | "series"> {
  /** True while the comparisons are of the previous plant; current ones follow. */
  isStale: boolean
  actionOf: ReportProps["actionOf"]
}

/** Parts that take longer to draw than the key figures. */
const Drawn = memo(({ report, chart, series, isStale, actionOf }: DrawnProps) => {
  const [day, setDay] = useState(FIRST_DAY)
  const showDay = (chosen: number) => {
    setDay(chosen)
    document.getElementById("explore")?.scrollIntoView()
  }
  const { priceYear, evaluationPeriod } = report.financial.parameters
  const outlook = shownOutlook(report)
  return (
    <>
      <ErrorBoundary>
        <EnergyYear chart={chart} />
      </ErrorBoundary>
      <ErrorBoundary>{series === null ? null : <HoursOfYear series={series} onDay={showDay} />}</ErrorBoundary>
      {series === undefined ? null : <TwoDays series={series} />}
      <ErrorBoundary>
        {series === null ? null : <Explore series={series} year={priceYear} day={day} onDay={setDay} />}
      </ErrorBoundary>
      <ErrorBoundary>
        <Months chart={chart} />
      </ErrorBoundary>
      <ErrorBoundary>
        <Money {...{ report, chart }} isPartial={isStale}>
          {report.phases ? <Phases phases={report.phases} /> : null}
        </Money>
      </ErrorBoundary>
      <div className={isStale ? "stale" : undefined} aria-busy={isStale}>
        <ErrorBoundary>
          {hasPart("alternatives", report) ? <Alternatives plants={comparedIn(report)} action={actionOf} /> : null}
        </ErrorBoundary>
        {report.contracts ? (
          <Contracts part={report.contracts} years={evaluationPeriod} isFixed={sizesIn(report) === "fixed"} />
        ) : null}
        {report.products ? <Products ranking={report.products} /> : null}
        <ErrorBoundary>{outlook ? <Outlook {...{ report, outlook }} /> : null}</ErrorBoundary>
      </div>
      <ErrorBoundary>
        <System report={report} />
      </ErrorBoundary>
      <ErrorBoundary>
        <Carbon report={report} chart={chart} />
      </ErrorBoundary>
      <ErrorBoundary>
        <Certificate report={report} />
      </ErrorBoundary>
      <ErrorBoundary>
        <Assumptions report={report} />
      </ErrorBoundary>
    </>
  )
})

/** The report of a scan, from its verdict to its assumptions, in the currency of its site. */
export const Report = (props: ReportProps) => (
  <CurrencyScope currency={props.report.currency}>
    <Parts {...props} />
  </CurrencyScope>
)

/** The key figures are shown first; slower parts follow. */
const Parts = ({
  branding,
  isSandbox,
  photoAddress,
  customerName,
  customerAddress,
  share,
  proposal,
  offer,
  isForCustomer = false,
  trying,
  changeLink,
  actionOf,
  ...scanData
}: ReportProps) => {
  const { text } = useSettings()
  const [tried, setTried] = useState<Tried>()
  const isWhole = useDeferredValue(true, false)
  // Words and figures follow a slider at once; drawings follow as fast as they render.
  const drawn = useDeferredValue(tried)
  const { report } = tried ?? scanData
  const isPartial = tried?.isPartial ?? false
  const atRest = tried?.atRest ?? scanData.report
  const { brandingEnabled, brandingDisplayName } = branding
  useEffect(() => {
    const parts = [customerName, text.report.title, brandingEnabled && brandingDisplayName]
    document.title = parts
      .map(part => part && cutName(part))
      .filter(Boolean)
      .join(" – ")
  }, [text, customerName, brandingEnabled, brandingDisplayName])
  const { report: drawnReport, chart, series } = drawn ?? scanData
  // An offer is for one plant: its customer finds other sizes in the parts for the adviser.
  const isAmongScreens = isForCustomer && !offer
  const { report: foundReport, chart: foundChart } = scanData
  // The offer is for the plant of the scan.
  const isOtherPlant = tried !== undefined && !isSamePlant(tried.report, foundReport)
  const priceOf: PriceOf = useCallback(
    shown => pricedOf({ ...shown, offer: isSamePlant(shown.report, foundReport) ? offer : null }),
    [foundReport, offer],
  )
  const foundPrice = useMemo(
    () => priceOf({ report: foundReport, chart: foundChart }),
    [priceOf, foundReport, foundChart],
  )
  const priced = useMemo(() => (tried ? priceOf(tried) : foundPrice), [tried, priceOf, foundPrice])
  const adjust = isWhole && trying && (
    <Adjust
      report={foundReport}
      priced={foundPrice}
      priceOf={priceOf}
      trying={isSandbox ? undefined : trying}
      steps={branding.adjustableSteps}
      isForCustomer={isAmongScreens}
      onTried={setTried}
    />
  )
  return (
    <>
      <p className="message incomplete">{text.report.incomplete}</p>
      {isWhole && scanData.series !== undefined ? (
        <Cover
          report={drawnReport}
          {...{ priced, branding, customerName, share, isSandbox }}
          isVariant={drawn !== undefined}
        />
      ) : null}
      {isSandbox ? <p className="message sandbox">{text.report.sandbox}</p> : null}
      {tried ? <p className="message print-only">{text.report.adjust.tried}</p> : null}
      <Verdict report={report} atRest={atRest} priced={priced} customerName={customerName} isShort={isForCustomer} />
      {isForCustomer ? (
        <>
          <CustomerScreens
            {...{ report, atRest, offer: isOtherPlant ? null : offer, chart, priced, isPartial }}
            isVariant={tried !== undefined}
            proposal={proposal?.(isOtherPlant)}
            adjust={isAmongScreens ? adjust : null}
          />
          {offer ? (
            <OfferPart {...{ offer, photoAddress, branding, customerName, customerAddress }} report={foundReport} />
          ) : null}
          <ForAdviser report={scanData.report} series={scanData.series} />
        </>
      ) : null}
      <Kpis {...{ report, priced, isPartial }} />
      <Assumed report={atRest} priced={priced} isStale={isPartial} changeLink={tried ? undefined : changeLink} />
      {isForCustomer ? null : (
        <>
          {offer ? (
            <OfferPart {...{ offer, photoAddress, branding, customerName, customerAddress }} report={foundReport} />
          ) : null}
          {proposal?.(isOtherPlant)}
        </>
      )}
      <Contents report={report} series={scanData.series} />
      {isAmongScreens ? null : adjust}
      {isWhole ? (
        <Drawn
          {...{ chart, series }}
          report={drawnReport}
          isStale={drawn?.isPartial ?? false}
          actionOf={drawn ? undefined : actionOf}
        />
      ) : null}
    </>
  )
}
