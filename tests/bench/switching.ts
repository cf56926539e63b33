/**
 * `npm run bench -- switching [SITES] [FIRST_SEED]`: shortfalls of the switching controller on drawn sites, with and
 * without a demand charge. It is compared with the rule, and with itself without charging from the grid.
 */
import { createOptimiser } from "../../wasm/index.ts"
import { LARGEST_SHORTFALL, MOST_SHORTFALL, MOST_SITES, type Shortfalls, shortfalls } from "../support/shortfalls.ts"
import { type Row, report } from "./table.ts"

const SITES = 500
const FIRST_SEED = 100_000

type Kind = "ofRule" | "ofRuleWithoutGrid" | "ofFreedom"
const KINDS: [Kind, string][] = [
  ["ofRule", "against the rule"],
  ["ofRuleWithoutGrid", "against the rule, no grid charging"],
  ["ofFreedom", "of grid charging against none"],
]

const percent = (part: number): string => `${(100 * part).toFixed(2)} %`

const rowsOf = (sites: Shortfalls[], isHeld: boolean): Row[] =>
  KINDS.flatMap(([kind, title]) =>
    [false, true].flatMap((isAlone): Row[] => {
      const values = sites.map(site => (isAlone ? site.alone : site)[kind])
      const within = values.filter(value => value <= MOST_SHORTFALL).length / values.length
      const largest = Math.max(...values)
      const mean = values.reduce((sum, value) => sum + value, 0) / values.length
      const bar = isHeld && !isAlone ? `${percent(MOST_SITES)}, none above ${percent(LARGEST_SHORTFALL)}` : ""
      const holds = within >= MOST_SITES && largest <= LARGEST_SHORTFALL
      return [
        {
          what: `${isAlone ? "plans alone" : "switching"} ${title}`,
          measured: `at most ${percent(MOST_SHORTFALL)} on ${percent(within)}, at most ${percent(largest)}, mean ${percent(mean)}`,
          bar,
          ...(bar ? { holds } : {}),
        },
      ]
    }),
  )

const missed = (sites: Shortfalls[]): string[] =>
  sites.flatMap(site => {
    const most = Math.max(...KINDS.map(([kind]) => site[kind]))
    return most > MOST_SHORTFALL ? [`${percent(most)}: ${site.name}`] : []
  })

export async function bench([count = String(SITES), first = String(FIRST_SEED)]: string[]): Promise<void> {
  const optimiser = await createOptimiser()
  const tables = [false, true].map(isCharged => {
    const data = Array.from({ length: Number(count) }, (_, i) => shortfalls(optimiser, Number(first) + i, isCharged))
    const title = isCharged ? "With a demand charge, part of the baseline bill" : "Part of the baseline bill"
    return { title, rows: rowsOf(data, !isCharged), lost: missed(data), data }
  })
  report("switching", tables)
}
