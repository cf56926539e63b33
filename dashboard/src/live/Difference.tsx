import { spentOn } from "../../../domain/report/offer/price.ts"
import { type Format, LARGE_KG } from "../lib/format.ts"
import { useSettings } from "../lib/settings.tsx"
import { type FullReport, isPlant } from "../report/data.ts"
import type { Priced } from "../report/priced.ts"
import { Table } from "../ui/Table.tsx"
import { useLiveText } from "./liveText.ts"

export type Figures = ReturnType<typeof figuresOf>
export type Figure = keyof Figures

type Price = Pick<Priced, "price" | "payback" | "extraEur">

/** Price and payback of a report without an offer. */
const ownPrice = ({ overview, financial }: FullReport): Price => ({
  ...{ price: spentOn(financial.investment), payback: overview.kpi.returnPeriod, extraEur: 0 },
})

/** Key figures of the comparison of plants, at their prices. */
export const figuresOf = (report: FullReport, { price, payback, extraEur }: Price = ownPrice(report)) => ({
  savings: report.overview.kpi.yearlySavings,
  payback,
  value: report.financial.netPresentValue - extraEur,
  sufficiency: report.overview.kpi.selfSufficiency,
  investment: price,
  carbon: report.sustainability.co2Emissions.co2SavedTotalKg,
})

/** Text of each figure of a report, in the same format as everywhere on the page. */
export const figureTexts = (
  report: FullReport,
  format: Format,
  never: string,
): Record<Figure, (value: number | null) => string> => ({
  savings: format.eur,
  payback: years => (years === null && isPlant(report) ? never : format.years(years)),
  value: format.eur,
  sufficiency: share => format.percent(share),
  investment: format.eur,
  carbon: format.kg,
})

/** Last digit shown of each figure. */
const lastDigits: Record<Figure, (value: number) => number> = {
  savings: () => 1,
  payback: () => 0.1,
  value: () => 1,
  sufficiency: () => 0.01,
  investment: () => 1,
  carbon: kg => (Math.abs(kg) >= LARGE_KG ? 100 : 1),
}

/** The value as rounded for display; sums of displayed values then agree. */
export const asWritten = (figure: Figure, value: number): number => {
  const step = lastDigits[figure](value)
  return Math.sign(value) * Math.round(Math.abs(value) / step) * step
}

/** The difference of two figures as displayed; a dash if either is missing. */
export const changeText = (
  figure: Figure,
  was: number | null,
  is: number | null | undefined,
  format: Format,
  show: (value: number) => string,
) =>
  typeof is === "number" && was !== null ? format.signed(asWritten(figure, is) - asWritten(figure, was), show) : "–"

interface PricedReport {
  report: FullReport
  priced: Price
}

interface DifferenceProps {
  original: PricedReport
  variant: PricedReport
}

/** The key figures of a scan and of a variant. */
export const Difference = ({ original, variant }: DifferenceProps) => {
  const text = useLiveText()
  const { format } = useSettings()
  const before = figuresOf(original.report, original.priced)
  const after = figuresOf(variant.report, variant.priced)
  const showBefore = figureTexts(original.report, format, text.never)
  const showAfter = figureTexts(variant.report, format, text.never)
  const showChange = { ...showBefore, sufficiency: (share: number) => format.points(share) }
  const rows = (Object.keys(before) as Figure[]).map(name => {
    const [was, is] = [before[name], after[name]]
    const change = changeText(name, was, is, format, showChange[name])
    return {
      key: name,
      cells: [text.figures[name], showBefore[name](was), showAfter[name](is), change],
    }
  })
  const head = [text.figure, text.original, text.variant, text.difference]
  return <Table label={text.tried} head={head} rows={rows} />
}
