import { type Static, Type } from "@sinclair/typebox"
import { StringEnum } from "../base/validation/schema.ts"
import { controlOf } from "../case/inverterControl.ts"
import { overlapKwhOf } from "../case/overlap.ts"
import { mostPanels } from "../request/mostPanels.ts"
import { type ExistingPvInput, INVERTER_CONTROLS, type NewPvInput } from "../request/request.ts"
import { Plan } from "../request/roofPlanSchema.ts"
import { inverterKwOf } from "../site/solar/inverter.ts"
import { HOURS_PER_YEAR } from "../site/year.ts"
import type { Figures } from "./figures.ts"
import { PanelModuleShown } from "./panelModuleSchema.ts"
import { count, flag, fraction, kg, kw, kwh, kwp, part, percent, text, unit, years } from "./schemaParts.ts"
import { sum } from "./year.ts"

export const SolarSystem = part("Panels of one roof")({
  name: text("Name of the roof"),
  type: StringEnum(["existing", "new"], { description: "There already, or a candidate of this scan" }),
  roofDirection: StringEnum(["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"], {
    description: "Nearest of the eight winds to azimuthDeg",
  }),
  installedCapacityKwp: kwp("panelCount · panelPowerRatedWatts / 1000"),
  panelCount: count("Panels; of a new system those chosen, 0 where none pay"),
  maxPanelCount: Type.Optional(
    count("Most panels that the request allows; absent for existing systems and in older reports"),
  ),
  panelPowerRatedWatts: unit("W")("Peak power of one panel"),
  tiltDeg: unit("degrees")("0 flat, 90 upright"),
  azimuthDeg: unit("degrees")("0 north, 90 east, 180 south, 270 west"),
  losses: percent("System losses"),
  inverterKw: Type.Optional(
    kw("Power of the inverter: as requested, or kWp over the assumption dcAcRatio; absent in older reports"),
  ),
  inverterControl: Type.Optional(
    StringEnum(INVERTER_CONTROLS, {
      description: "Reaction of the inverter while feed-in costs money; absent in older reports",
    }),
  ),
  module: Type.Optional(PanelModuleShown),
  plan: Type.Optional(Plan),
  lifetimeYears: years("Life of panels"),
  yearlyOutputKwh: kwh("Production before curtailment"),
  shadeLossKwh: Type.Optional(
    kwh("Production of a year that horizon and obstacles take, after system losses; absent without shade"),
  ),
  capacityFactor: fraction("Produced / (kWp · 8760); a roof with 0 panels has the figure of its first panel"),
  specificYieldKwhPerKwp: unit("kWh/kWp")("Produced / kWp; a roof with 0 panels has the figure of its first panel"),
  co2SavedKg: kg(
    "Grid emissions of the system's yearly production, without curtailed energy; in reports before 1.0 with it",
  ),
})

export type SolarSystem = Static<typeof SolarSystem>

export const Solar = part("The panels, existing and new")({
  existingSystems: Type.Array(SolarSystem, { description: "The request's existing systems, in its order" }),
  newSystems: Type.Array(SolarSystem, {
    description: "Every candidate roof of the request, in its order, with the panels chosen for it, possibly 0",
  }),
  profileOutputKwh: kwh("Production that the studio profile brings along, in no system above"),
  totalCapacityKwp: kwp("Capacity of the systems above"),
  totalYearlyOutputKwh: kwh("Production before curtailment"),
  peakOutputKw: kw("Highest hourly production before curtailment"),
  directConsumption: kwh("Solar that serves the load in the hour it is made"),
  toGrid: kwh("Solar sold in the hour it is made"),
  hasSolarPanelsCurrently: flag("The site has panels today"),
  wantsNewSolarPanels: flag("The request has candidate roofs"),
})

const DIRECTIONS = ["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"] as const

/**
 * Nearest of the eight compass directions.
 * @param azimuthDeg 0 north, 90 east, 180 south, 270 west
 */
export const roofDirection = (azimuthDeg: number): SolarSystem["roofDirection"] =>
  DIRECTIONS[Math.round(azimuthDeg / 45) % DIRECTIONS.length]!

/** Energy of a panel or a whole system, before and after curtailment [kWh]. */
interface Output {
  kwh: number
  deliveredKwh: number
}

/** Sums a system's hours. Curtailment of an hour reduces all systems by the same share. */
const outputOf = (hoursKwh: Float64Array, { productionKwh, wastedKwh }: Figures["year"]): Output => {
  let kwh = 0
  let deliveredKwh = 0
  for (let hour = 0; hour < hoursKwh.length; hour++) {
    const produced = productionKwh[hour]!
    const deliveredShare = produced > 0 ? 1 - wastedKwh[hour]! / produced : 1
    kwh += hoursKwh[hour]!
    deliveredKwh += hoursKwh[hour]! * deliveredShare
  }
  return { kwh, deliveredKwh }
}

/**
 * Row of a table of systems. Figures per kWp come from the yield of one panel, so an empty roof has such figures too.
 */
const system = (
  { scan, carbon }: Figures,
  roof: ExistingPvInput | NewPvInput,
  { type, panelCount, shadeLossKwh }: Pick<SolarSystem, "type" | "panelCount"> & { shadeLossKwh: number | undefined },
  perPanel: Output,
): SolarSystem => {
  const specificYieldKwhPerKwp = perPanel.kwh / (roof.panelPowerWatts / 1000)
  return {
    name: roof.name,
    type,
    roofDirection: roofDirection(roof.orientationAngle),
    installedCapacityKwp: (panelCount * roof.panelPowerWatts) / 1000,
    panelCount,
    panelPowerRatedWatts: roof.panelPowerWatts,
    tiltDeg: roof.tiltAngle,
    azimuthDeg: roof.orientationAngle,
    losses: roof.systemLosses,
    inverterKw: inverterKwOf(roof, panelCount, scan.assumptions),
    ...controlOf(scan.input, roof),
    lifetimeYears: scan.assumptions.pvLifeYears,
    yearlyOutputKwh: panelCount * perPanel.kwh,
    ...(shadeLossKwh === undefined ? {} : { shadeLossKwh }),
    capacityFactor: specificYieldKwhPerKwp / HOURS_PER_YEAR,
    specificYieldKwhPerKwp,
    co2SavedKg: panelCount * perPanel.deliveredKwh * carbon.kgPerKwh,
  }
}

/** Group `solar` of the report. */
export const solar = (figures: Figures): Static<typeof Solar> => {
  const { scan, solution, year } = figures
  const existingSystems = scan.existing.map(({ input, productionKwh, shadeLossKwh }) => {
    const { kwh, deliveredKwh } = outputOf(productionKwh, year)
    const perPanel = { kwh: kwh / input.panelCount, deliveredKwh: deliveredKwh / input.panelCount }
    return system(figures, input, { type: "existing", panelCount: input.panelCount, shadeLossKwh }, perPanel)
  })
  const newSystems = scan.roofs.map(({ input, productionKwhPerPanel, shadeLossKwhPerPanel: lossKwh, module }, roof) => {
    const panelCount = solution.panels[roof]!
    const { plan } = scan.request.newPv[roof]!
    const shadeLossKwh = lossKwh === undefined ? undefined : panelCount * lossKwh
    return {
      ...system(figures, input, { type: "new", panelCount, shadeLossKwh }, outputOf(productionKwhPerPanel, year)),
      maxPanelCount: mostPanels(scan.request.newPv[roof]!),
      ...(module ? { module: { id: module.id, brand: module.brand ?? null, model: module.model ?? null } } : {}),
      ...(plan ? { plan } : {}),
    }
  })
  const profileOutputKwh = scan.profileProductionKwh ? sum(scan.profileProductionKwh) + overlapKwhOf(scan) : 0
  return {
    existingSystems,
    newSystems,
    profileOutputKwh,
    totalCapacityKwp: [...existingSystems, ...newSystems].reduce((kwp, system) => kwp + system.installedCapacityKwp, 0),
    totalYearlyOutputKwh: year.totals.produced,
    peakOutputKw: year.peakProductionKw,
    directConsumption: year.totals.solarUsedOnsite,
    toGrid: year.totals.solarExported,
    hasSolarPanelsCurrently: existingSystems.length > 0 || profileOutputKwh > 0,
    wantsNewSolarPanels: newSystems.length > 0,
  }
}
