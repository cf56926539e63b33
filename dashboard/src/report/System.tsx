import type { SolarSystem } from "../../../domain/report/solar.ts"
import { whole } from "../lib/format.ts"
import { type Settings, useSettings } from "../lib/settings.tsx"
import { Facts } from "../ui/Facts.tsx"
import { Name } from "../ui/Name.tsx"
import { Table } from "../ui/Table.tsx"
import type { FullReport } from "./data.ts"
import { productName } from "./productName.ts"
import { roofName } from "./roofName.ts"
import { Section } from "./Section.tsx"

/** Number and power of the panels, and their module if the scan chose it. */
const panelsOf = (
  { panelCount, panelPowerRatedWatts, module }: SolarSystem,
  number: (value: number, digits: number) => string,
): string => {
  const named = module ? ` (${productName(module)})` : ""
  return `${number(panelCount, 0)} × ${number(panelPowerRatedWatts, 0)} W${named}`
}

/** Power of a roof's inverter, and a mark if it stops feeding in at negative prices. */
const inverterOf = ({ inverterKw, inverterControl }: SolarSystem, { text, format }: Settings): string => {
  const power = inverterKw === undefined ? "–" : format.kw(inverterKw)
  return inverterControl === "exportLimit" ? `${power} (${text.report.system.stops})` : power
}

const Roofs = ({ title, systems }: { title: string; systems: readonly SolarSystem[] }) => {
  const settings = useSettings()
  const { text, format } = settings
  const { system } = text.report
  const isInShade = systems.some(({ shadeLossKwh }) => shadeLossKwh !== undefined)
  const head = [
    system.roof,
    system.panels,
    system.power,
    system.direction,
    system.tilt,
    system.inverter,
    system.output,
    ...(isInShade ? [system.shade] : []),
    system.yield,
  ]
  const rows = systems.map((roof, index) => ({
    key: `${index}`,
    cells: [
      <Name key="name">{roofName(roof.name, system.roof)}</Name>,
      panelsOf(roof, format.number),
      format.kwp(roof.installedCapacityKwp),
      `${system.directions[roof.roofDirection]} (${format.number(roof.azimuthDeg, 0)}°)`,
      `${format.number(roof.tiltDeg, 0)}°`,
      inverterOf(roof, settings),
      format.kwh(roof.yearlyOutputKwh),
      ...(isInShade ? [roof.shadeLossKwh === undefined ? "–" : format.kwh(roof.shadeLossKwh)] : []),
      `${format.number(roof.specificYieldKwhPerKwp, 0)} ${whole(text.common.fullLoadHours)}`,
    ],
  }))
  return (
    <div className="card stack">
      <h3>{title}</h3>
      <Table label={title} head={head} rows={rows} isListing />
    </div>
  )
}

const batteryFacts = ({ battery }: FullReport, { text, format }: Settings): [string, string][] => {
  const { rows, yes, no } = text.report.system
  const { specs, performance, costs } = battery
  const model = [specs.brandName, specs.modelName].filter(Boolean).join(" ")
  return [
    ...(model ? [[rows.model, model] as [string, string]] : []),
    [rows.capacity, format.kwh(specs.capacityKwh)],
    [rows.rating, format.kw(specs.powerKw)],
    [rows.price, format.eur(costs.purchaseCost)],
    [rows.savings, format.eur(performance.annualSavings)],
    [rows.efficiency, format.percent(specs.roundtripEfficiency / 100)],
    [rows.minimum, format.percent(specs.minChargeLevel / 100)],
    [rows.cycles, format.number(performance.cyclesPerYear, 0)],
    [rows.life, format.years(performance.lifeYears)],
    ...(performance.wearCostPerYear ? [[rows.wear, format.eur(performance.wearCostPerYear)] as [string, string]] : []),
    ...(performance.standbyKwhPerYear
      ? [[rows.standby, format.kwh(performance.standbyKwhPerYear)] as [string, string]]
      : []),
    [rows.health, format.percent(performance.stateOfHealth)],
    [rows.gridCharging, performance.gridChargingEnabled ? yes : no],
  ]
}

const Battery = ({ report }: { report: FullReport }) => {
  const settings = useSettings()
  const { system } = settings.text.report
  const { isFeasible, wasRequested } = report.battery
  const without = wasRequested ? system.batteryNotWorth : system.noBattery
  return (
    <div className="card stack">
      <h3>{report.existingBattery ? system.newBattery : system.battery}</h3>
      {isFeasible ? <Facts facts={batteryFacts(report, settings)} /> : <p className="muted">{without}</p>}
    </div>
  )
}

/** The battery of the baseline, and its replacements. */
const ExistingBattery = ({ existing }: { existing: NonNullable<FullReport["existingBattery"]> }) => {
  const { text, format } = useSettings()
  const { system } = text.report
  const { rows } = system
  const years = existing.replacementYears.join(", ")
  return (
    <div className="card stack">
      <h3>{system.existingBattery}</h3>
      <Facts
        facts={[
          [rows.capacity, format.kwh(existing.capacityKwh)],
          [rows.rating, format.kw(existing.powerKw)],
          [rows.efficiency, format.percent(existing.roundtripEfficiency / 100)],
          [rows.minimum, format.percent(existing.minChargeLevel / 100)],
          [system.replacedIn, years || system.neverReplaced],
          ...(years ? [[system.replacement, format.eur(existing.replacementCost)] as [string, string]] : []),
        ]}
      />
    </div>
  )
}

/** Parts of the plant, roof by roof. */
export const System = ({ report }: { report: FullReport }) => {
  const { text } = useSettings()
  const { system } = text.report
  const { newSystems, existingSystems } = report.solar
  return (
    <Section id="system" title={system.title}>
      {newSystems.length > 0 ? (
        <Roofs title={system.newRoofs} systems={newSystems} />
      ) : (
        <p className="muted">{system.noRoofs}</p>
      )}
      {existingSystems.length > 0 ? <Roofs title={system.existingRoofs} systems={existingSystems} /> : null}
      {report.existingBattery ? <ExistingBattery existing={report.existingBattery} /> : null}
      <Battery report={report} />
    </Section>
  )
}
