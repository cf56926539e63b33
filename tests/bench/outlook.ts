/**
 * `npm run bench -- outlook [SITES]`: back-test of the outlook at 200 sites of 13 bidding zones. Plants chosen with
 * years up to 2023 and 2024 are realised in the next year, and with years up to 2025 in the known months of 2026.
 */
import { normal, YIELD_IN_USE } from "../../domain/report/draws.ts"
import { createOptimiser } from "../../wasm/index.ts"
import { backTestSites, pinballLoss, placeIn, type Realised, realise, realiseBegun } from "../support/backTest.ts"
import { type Row, report } from "./table.ts"

const SITES = 200
const SEED = 38
const YEARS = [2023, 2024] as const
/** Newest whole year; of the next year the first months are known. */
const BEGUN_AFTER = 2025

const percent = (part: number): string => `${(100 * part).toFixed(1)} %`
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

const sharesOf = (realised: readonly Realised[], figure: "firstYearSavings" | "npv") => {
  const places = realised.map(one => placeIn(one.ranges[figure], one[figure]))
  const share = (place: (typeof places)[number]) => places.filter(one => one === place).length / places.length
  const losses = realised.map(one => pinballLoss(one.ranges[figure], one[figure]) / Math.abs(one.ranges[figure].p50))
  return { below: share("below"), inside: share("inside"), above: share("above"), loss: mean(losses) }
}

const rowOf = (what: string, realised: readonly Realised[], hasBar: boolean): Row => {
  const { below, inside, above, loss } = sharesOf(realised, "firstYearSavings")
  const holds = inside >= 0.65 && inside <= 0.95 && below >= 0.03 && above >= 0.03
  return {
    what,
    measured: `${percent(below)} below, ${percent(inside)} inside, ${percent(above)} above; loss ${percent(loss)} of P50; ${realised.length} plants`,
    bar: hasBar ? "65–95 % inside, 3 % on either side" : "",
    ...(hasBar ? { holds } : {}),
  }
}

export async function bench([sites]: readonly string[] = []): Promise<void> {
  const optimiser = await createOptimiser()
  const drawn = backTestSites(
    Number(sites ?? SITES),
    SEED,
    random => 1 + YIELD_IN_USE.mean + YIELD_IN_USE.deviation * normal(random),
  )
  const realised = YEARS.flatMap(year => drawn.map(site => realise(site, year, optimiser))).filter(one => one !== null)
  const begun = drawn.map(site => realiseBegun(site, BEGUN_AFTER, optimiser)).filter(one => one !== null)
  const zones = [...new Set(realised.map(({ zone }) => zone))]
  report("outlook", [
    {
      title: "first year's savings of plants chosen a year before, against P10 and P90",
      rows: [
        rowOf("all", realised, true),
        ...YEARS.map(year =>
          rowOf(
            `${year + 1}`,
            realised.filter(one => one.year === year + 1),
            false,
          ),
        ),
        rowOf(`known months of ${BEGUN_AFTER + 1}, range in proportion`, begun, false),
        ...[true, false].map(has =>
          rowOf(
            has ? "with a battery wanted" : "panels alone",
            realised.filter(one => one.hasBattery === has),
            false,
          ),
        ),
        ...zones.flatMap(zone =>
          YEARS.map(year =>
            rowOf(
              `${zone} ${year + 1}`,
              realised.filter(one => one.zone === zone && one.year === year + 1),
              false,
            ),
          ),
        ),
      ],
      data: [...realised, ...begun],
    },
  ])
}
