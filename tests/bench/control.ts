/**
 * `npm run bench -- control`: controllers' earnings as a part of a battery's ideal savings, with perfect and with real
 * forecasts. With `HOMES_DIR=FOLDER` also on the measured homes of a folder (tests/bench/homes.ts).
 */
import type { PlantKnowledge } from "../../domain/control/knowledge.ts"
import { createOptimiser, type Optimiser, type Year } from "../../wasm/index.ts"
import {
  CHARGED_SITES,
  CONTROL_SITES,
  foreseen,
  knowledgeOf,
  peakSites,
  preparedSite,
  type Site,
} from "../support/controlSites.ts"
import { cpuMs, median } from "./cpu.ts"
import { createDraws } from "./draws.ts"
import { readHomes } from "./homes.ts"
import { type Row, report } from "./table.ts"

/** With known load and sun, plans must earn this part of the earnings with foresight. */
const PERFECT_LEAST = 0.98
/** Processor time of one year under plans [ms]. */
const YEAR_MOST_MS = 60
const TIMED_CALLS = 9
const SEED = 1
/** The plant and the prices of measured homes. */
const PRICES_OF = 2025
const HOME = {
  loadProfile: "standard",
  tariff: { type: "dynamic", priceYear: PRICES_OF },
  panels: 10,
  batteryKwh: 10,
}

const measured = (optimiser: Optimiser, site: Site, loadKwh?: Float64Array) => {
  const { year, plant, calendarYear } = preparedSite(site, loadKwh)
  const without = optimiser.dispatch(year, { ...plant, capacityKwh: 0, powerKw: 0 }).costEur
  const ideal = optimiser.dispatch(year, plant)
  const idealEur = without - ideal.costEur
  const known = knowledgeOf(year, plant, calendarYear)
  const targets = year.demandCharges ? { targetImportKwh: ideal.years[0].importKwh } : {}
  const part = (costEur: number) => (without - costEur) / idealEur
  const operatedIn = (own: Year, kind: "forecast" | "switching", knowledge: PlantKnowledge) =>
    optimiser.control(own, plant, { kind, knowledge: { ...knowledge, ...targets } }).costEur
  const operated = (kind: "forecast" | "switching", knowledge: PlantKnowledge) => operatedIn(year, kind, knowledge)
  const draws = createDraws(SEED)
  /** Median processor time of a year with its own load and its own forecasts. */
  const drawnMs = (kind: "forecast" | "switching") =>
    median(
      Array.from({ length: TIMED_CALLS }, () => {
        const factor = draws.factor()
        const own = { ...year, loadKwh: year.loadKwh.map(kwh => kwh * factor) }
        return cpuMs(() => operatedIn(own, kind, knowledgeOf(own, plant, calendarYear))).ms
      }),
    )
  return {
    name: site.name,
    idealEur,
    forecast: part(operated("switching", known)),
    perfect: part(operated("forecast", foreseen(known, year, plant))),
    alone: part(operated("forecast", known)),
    selfConsumption: part(optimiser.control(year, plant, { kind: "selfConsumption" }).costEur),
    yearMs: drawnMs("switching"),
    aloneMs: drawnMs("forecast"),
  }
}

const percent = (part: number): string => `${(100 * part).toFixed(1)} %`

const timeRow = (name: string, { yearMs, aloneMs }: { yearMs: number; aloneMs: number }): Row => ({
  what: `${name}: processor time of a year under plans`,
  measured: `${yearMs.toFixed(1)} ms (plans alone ${aloneMs.toFixed(1)})`,
  bar: `at most ${YEAR_MOST_MS} ms`,
  holds: yearMs <= YEAR_MOST_MS,
})

/** Sites that pay for their highest import. */
const chargedSites = (optimiser: Optimiser) => {
  const data = CHARGED_SITES.map(site => ({ ...measured(optimiser, site), least: site.least }))
  const rows = data.flatMap(({ name, idealEur, forecast, selfConsumption, least, ...times }): Row[] => [
    { what: `${name}: ideal savings of the battery`, measured: `${idealEur.toFixed(0)} EUR`, bar: "" },
    {
      what: `${name}: by plans`,
      measured: percent(forecast),
      bar: `at least ${percent(least)}`,
      holds: forecast >= least,
    },
    { what: `${name}: for own use only`, measured: percent(selfConsumption), bar: "" },
    timeRow(name, times),
  ])
  return { title: "Sites with a demand charge", rows, data }
}

/** Least means of the twelve sites, and the most that a site may lose to self-consumption. */
const PEAK_LEAST = { without: 0.62, with: 0.67 }
const MOST_BELOW = 0.05

/** Twelve sites at one price with a demand charge: plans alone, plans with peak-cutting rules, own use only. */
const peaks = (optimiser: Optimiser, hasPanels: boolean) => {
  const data = peakSites(hasPanels).map(site => measured(optimiser, site))
  const meanOf = (part: (one: (typeof data)[number]) => number) =>
    data.reduce((sum, one) => sum + part(one), 0) / data.length
  const least = hasPanels ? PEAK_LEAST.with : PEAK_LEAST.without
  const rows = data.map(({ name, alone, forecast, selfConsumption }): Row => {
    const bar = Math.max(hasPanels ? -1 : 0, selfConsumption - MOST_BELOW)
    const measured = `${percent(forecast)} (plans alone ${percent(alone)}, own use only ${percent(selfConsumption)})`
    return { what: name, measured, bar: `at least ${percent(bar)}`, holds: forecast >= bar }
  })
  const mean = meanOf(({ forecast }) => forecast)
  const measuredMean = `${percent(mean)} (plans alone ${percent(meanOf(({ alone }) => alone))})`
  const meanRow = { what: "mean", measured: measuredMean, bar: `at least ${percent(least)}`, holds: mean >= least }
  const title = `Peaks at 8 EUR per kW and month, ${hasPanels ? "with" : "without"} panels`
  return { title, rows: [...rows, meanRow], data }
}

export async function bench(): Promise<void> {
  const optimiser = await createOptimiser()
  const sites = CONTROL_SITES.map(site => measured(optimiser, site))
  const rows = sites.flatMap(({ name, idealEur, forecast, perfect, alone, selfConsumption, ...times }): Row[] => [
    { what: `${name}: ideal savings of the battery`, measured: `${idealEur.toFixed(0)} EUR`, bar: "" },
    { what: `${name}: by plans`, measured: `${percent(forecast)} (plans alone ${percent(alone)})`, bar: "" },
    {
      what: `${name}: by plans that know load and sun`,
      measured: percent(perfect),
      bar: `at least ${percent(PERFECT_LEAST)}`,
      holds: perfect >= PERFECT_LEAST,
    },
    { what: `${name}: for own use only`, measured: percent(selfConsumption), bar: "" },
    timeRow(name, times),
  ])
  const homes = readHomes(process.env.HOMES_DIR, PRICES_OF).map(({ name, loadKwh }) => {
    const yearlyKwh = Math.round(loadKwh.reduce((sum, kwh) => sum + kwh, 0))
    return measured(optimiser, { ...HOME, name: `${name}, ${yearlyKwh} kWh`, yearlyKwh }, loadKwh)
  })
  const tested = homes.map(({ name, idealEur, forecast, selfConsumption }): Row => {
    const parts = `by plans ${percent(forecast)}, for own use only ${percent(selfConsumption)}`
    return { what: name, measured: `ideal ${idealEur.toFixed(0)} EUR, ${parts}`, bar: "" }
  })
  report("control", [
    { title: "Controllers, part of the battery's ideal savings", rows, data: sites },
    chargedSites(optimiser),
    ...[false, true].map(hasPanels => peaks(optimiser, hasPanels)),
    ...(homes.length > 0 ? [{ title: "Measured homes", rows: tested, data: homes }] : []),
  ])
}
