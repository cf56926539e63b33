import { useSettings } from "../lib/settings.tsx"
import { Table } from "../ui/Table.tsx"
import type { FullReport } from "./data.ts"
import { gapText } from "./provenShare.ts"
import { Section } from "./Section.tsx"

type Ranking = NonNullable<FullReport["products"]>
type Plant = NonNullable<Ranking["withoutBattery"]>

const nameOf = ({ id, brand, model }: Ranking["ranked"][number]): string =>
  [brand, model].filter(Boolean).join(" ") || id

/** Battery products of the scan's choice, the best first. */
const Products = ({ ranking }: { ranking: Ranking }) => {
  const { text, format } = useSettings()
  const { products: words, kpi } = text.report
  /** A plant with an unknown first year has an unknown payback. */
  const paybackOf = ({ firstYearSavings, returnPeriod }: Plant): string => {
    if (firstYearSavings === null) return "–"
    return returnPeriod === null ? kpi.never : format.years(returnPeriod)
  }
  const moneyOf = (plant: Plant) => [
    format.number(plant.newPanelCount, 0),
    format.eur(plant.investment),
    paybackOf(plant),
    plant.meetsGoal ? `${plant.isCeiling ? "≤ " : ""}${format.eur(plant.netPresentValue)}` : words.missesGoal,
    gapText(format, plant.gap),
  ]
  const rows = ranking.ranked.map(product => ({
    key: product.id,
    cells: [
      product.isPricedByCurve ? `${nameOf(product)} (${words.byCurve})` : nameOf(product),
      format.number(product.count, 0),
      format.kwh(product.batteryCapacityKwh),
      format.kw(product.batteryPowerKw),
      ...moneyOf(product),
    ],
    isTotal: product.id === ranking.chosen,
  }))
  const without = ranking.withoutBattery && {
    key: "without a battery",
    cells: [words.without, "–", "–", "–", ...moneyOf(ranking.withoutBattery)],
    isTotal: ranking.chosen === null,
  }
  const { product, count, capacity, power, panels, investment, payback, value, gap } = words
  return (
    <Section id="products" title={words.title} lead={words.lead}>
      <div className="card">
        <Table
          label={words.title}
          head={[product, count, capacity, power, panels, investment, payback, value, gap]}
          rows={without ? [...rows, without] : rows}
          isListing
        />
      </div>
    </Section>
  )
}

export default Products
