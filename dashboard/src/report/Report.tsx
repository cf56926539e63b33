import { type ReactNode, useDeferredValue, useEffect, useState } from "react"
import { CurrencyScope, useSettings } from "../lib/settings.tsx"
import { Alternatives } from "./Alternatives.tsx"
import { Assumptions } from "./Assumptions.tsx"
import type { Alternative } from "./alternativeNames.ts"
import { Carbon } from "./Carbon.tsx"
import { Certificate } from "./Certificate.tsx"
import { Contracts } from "./Contracts.tsx"
import type { FullReport, ReportData } from "./data.ts"
import { EnergyYear } from "./EnergyYear.tsx"
import { Explore } from "./Explore.tsx"
import { HoursOfYear } from "./HoursOfYear.tsx"
import { Kpis } from "./Kpis.tsx"
import { Money } from "./Money.tsx"
import { Months } from "./Months.tsx"
import { Products } from "./Products.tsx"
import { Sensitivity } from "./Sensitivity.tsx"
import { System } from "./System.tsx"
import { Verdict } from "./Verdict.tsx"

const PARTS = [
  "energy",
  "hours",
  "explore",
  "months",
  "money",
  "alternatives",
  "contracts",
  "products",
  "sensitivity",
  "system",
  "carbon",
  "proof",
  "assumptions",
] as const
/** Mid-June: there is sun to see. */
const FIRST_DAY = 165

/** Whether the report has anything to say in a part. */
const hasPart = (part: (typeof PARTS)[number], report: FullReport): boolean => {
  if (part === "alternatives") return comparedIn(report).length > 1
  if (part === "contracts") return report.contracts !== undefined
  if (part === "products") return report.products !== undefined
  return part !== "sensitivity" || report.sensitivity.length > 0 || report.savingsSpread !== null
}

/** None in a report that was written before there were any. */
const comparedIn = ({ alternatives = [] }: FullReport): readonly Alternative[] => alternatives

const Contents = ({ report }: { report: FullReport }) => {
  const { text } = useSettings()
  return (
    <nav className="toc" aria-label={text.report.parts}>
      <ul>
        {PARTS.filter(part => hasPart(part, report)).map(part => (
          <li key={part}>
            <a href={`#${part}`}>{text.report[part].nav}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}

interface ReportProps extends ReportData {
  /** Comes after the key figures. */
  aside?: ReactNode
  /** What can be done with a plant that the report compares. */
  actionOf?: (plant: Alternative, name: string) => ReactNode
}

/** The report of a scan, from its verdict to its assumptions, in the currency of its site. */
export const Report = (props: ReportProps) => (
  <CurrencyScope currency={props.report.currency}>
    <Parts {...props} />
  </CurrencyScope>
)

/** The key figures are shown first: what costs more to draw follows. */
const Parts = ({ report, chart, series, branding, isSandbox, customerName, aside, actionOf }: ReportProps) => {
  const { text } = useSettings()
  const [day, setDay] = useState(FIRST_DAY)
  const isWhole = useDeferredValue(true, false)
  const showDay = (chosen: number) => {
    setDay(chosen)
    document.getElementById("explore")?.scrollIntoView()
  }
  const { brandingEnabled, brandingDisplayName } = branding
  useEffect(() => {
    const parts = [customerName, text.report.title, brandingEnabled ? brandingDisplayName : null]
    document.title = parts.filter(Boolean).join(" – ")
  }, [text, customerName, brandingEnabled, brandingDisplayName])
  return (
    <>
      {isSandbox ? <p className="message sandbox">{text.report.sandbox}</p> : null}
      <Verdict report={report} customerName={customerName} />
      <Kpis report={report} />
      <Contents report={report} />
      {isWhole ? (
        <>
          {aside}
          <EnergyYear chart={chart} />
          <HoursOfYear series={series} onDay={showDay} />
          <Explore series={series} year={report.financial.parameters.priceYear} day={day} onDay={setDay} />
          <Months chart={chart} />
          <Money report={report} chart={chart} />
          {hasPart("alternatives", report) ? <Alternatives plants={comparedIn(report)} action={actionOf} /> : null}
          {report.contracts ? (
            <Contracts part={report.contracts} years={report.financial.parameters.evaluationPeriod} />
          ) : null}
          {report.products ? <Products ranking={report.products} /> : null}
          {hasPart("sensitivity", report) ? <Sensitivity report={report} /> : null}
          <System report={report} />
          <Carbon report={report} chart={chart} />
          <Certificate report={report} />
          <Assumptions report={report} />
        </>
      ) : null}
    </>
  )
}
