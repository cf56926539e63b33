import type { ReactNode } from "react"
import { type Settings, useSettings } from "../lib/settings.tsx"
import { Table } from "../ui/Table.tsx"
import type { FullReport } from "./data.ts"
import type { Priced } from "./priced.ts"

type Premise = NonNullable<FullReport["premises"]>[number]

/** Link to the field of a premise, for readers who may change it. */
export type ChangeLink = (code: Premise["code"], label: string) => ReactNode

/** Value of a premise, or of its other reading, in words; empty for values that its sentence has. */
export const premiseValue = (code: Premise["code"], value: Premise["value"], { format }: Settings): string => {
  if (typeof value === "string" || (code === "equipment-prices" && value === 0)) return ""
  if (code === "equipment-prices") return format.percent(value, 0)
  if (code === "price-growth") return format.percent(value, 1)
  if (code === "sun-of-prices" || code === "usual-feed-in-end" || code === "inverter-life") return String(value)
  return code === "plants-in-use" ? format.kwh(value) : format.eurPerKwh(value)
}

/** Smallest change of the value that is shown [EUR]. */
const LEAST_CHANGE_EUR = 1

/**
 * Premises with another usual reading, the largest change of the value first. An offer has its prices, so that the
 * shipped ones are none.
 */
export const shownPremises = ({ premises = [], financial }: FullReport, { isOffer }: Pick<Priced, "isOffer">) =>
  premises
    .filter(({ code }) => !(isOffer && code === "equipment-prices"))
    .flatMap(({ effect, ...premise }) => {
      const changeEur = effect ? Math.abs(effect.netPresentValue - financial.netPresentValue) : 0
      return effect && changeEur >= LEAST_CHANGE_EUR ? [{ ...premise, effect, changeEur }] : []
    })
    .toSorted((a, b) => b.changeEur - a.changeEur)

interface AssumedProps {
  report: FullReport
  priced: Priced
  /** True if the report is of the previously tried plant. */
  isStale: boolean
  changeLink?: ChangeLink | undefined
}

/** Assumptions of the scan, each with the value of the same system under its other usual reading. */
export const Assumed = ({ report, priced, isStale, changeLink }: AssumedProps) => {
  const settings = useSettings()
  const { format } = settings
  const { title, readings, change, more, together, ...head } = settings.text.report.assumed
  const atPrice = (npv: number) => format.eur(npv - priced.extraEur)
  const rows = shownPremises(report, priced).map(({ code, value, effect }, place) => {
    const { assumed, otherwise } = readings[code as keyof typeof readings]
    const link = changeLink?.(code, change) ?? <a href="#assumptions">{more}</a>
    return {
      // A row that moves would lose the focus of its link.
      key: String(place),
      cells: [
        <>
          {assumed(premiseValue(code, value, settings))} <span className="no-print small">{link}</span>
        </>,
        otherwise(premiseValue(code, effect.reading, settings)),
        atPrice(effect.netPresentValue),
      ],
    }
  })
  if (rows.length === 0) return null
  const asAssumed = { key: "together", cells: [together, "–", atPrice(report.financial.netPresentValue)] }
  return (
    <section className={`card stack assumed${isStale ? " stale-box" : ""}`} aria-label={title} aria-busy={isStale}>
      <h2>{title}</h2>
      <Table
        label={title}
        head={[head.assumption, head.otherwise, head.value]}
        rows={[asAssumed, ...rows]}
        words={2}
        isListing
      />
    </section>
  )
}
