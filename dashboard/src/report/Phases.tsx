import { useSettings } from "../lib/settings.tsx"
import { phases as phasesDe } from "../text/de.phases.ts"
import { phases as phasesEn } from "../text/en.phases.ts"
import { phases as phasesNl } from "../text/nl.phases.ts"
import { Table } from "../ui/Table.tsx"
import type { FullReport } from "./data.ts"

/** Few reports have phases, so their texts are loaded with this part. */
const TEXTS = { en: phasesEn, nl: phasesNl, de: phasesDe }

type Part = NonNullable<FullReport["phases"]>

const spanOf = (from: number, until: number): string => (from === until ? `${from}` : `${from}–${until}`)

/** The years in which the terms of the tariff are the same, and a year's bill under each. */
const Phases = ({ phases }: { phases: Part }) => {
  const { language, format } = useSettings()
  const words = TEXTS[language]
  const hasPurchase = phases.some(({ changes }) => changes.includes("purchase"))
  const hasCharges = phases.some(({ changes }) => changes.includes("gridCharges") || changes.includes("batteryCredit"))
  const rows = phases.map(phase => ({
    key: `${phase.fromYear}`,
    cells: [
      `${spanOf(phase.fromCalendarYear, phase.untilCalendarYear)}`,
      phase.nettingEurPerKwh > 0 ? words.netted : words.notNetted,
      ...(hasPurchase
        ? [format.eurPerKwh(phase.meanPurchaseEurPerKwh ?? 0), format.percent(phase.purchaseGrowth ?? 0, 1)]
        : []),
      format.eurPerKwh(phase.meanFeedInEurPerKwh),
      format.percent(phase.feedInGrowth, 1),
      ...(hasCharges ? [format.eur(phase.demandCost ?? 0), format.eur(phase.fixedCost ?? 0)] : []),
      format.eur(phase.baselineCost),
      format.eur(phase.cost),
      format.eur(phase.savings),
    ],
  }))
  return (
    <div className="card stack">
      <h3>{words.title}</h3>
      <p className="small muted">{words.lead}</p>
      <Table
        label={words.title}
        head={[
          ...[words.years, words.netting],
          ...(hasPurchase ? [words.purchase, words.growth] : []),
          ...[words.feedIn, words.growth],
          ...(hasCharges ? [words.demand, words.fixed] : []),
          ...[words.before, words.after, words.savings],
        ]}
        rows={rows}
        isListing
      />
    </div>
  )
}

export default Phases
