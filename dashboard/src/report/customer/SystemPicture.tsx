import { type Settings, useSettings } from "../../lib/settings.tsx"
import { type FullReport, sum } from "../data.ts"
import { roofName } from "../roofName.ts"
import { RoofPlans } from "../roofs/RoofPlans.tsx"

/** Roofs drawn by their plans; an offer has all. */
const MAX_PLANS = 4
/** Panels drawn on the roof; the list has the number. */
const MAX_DRAWN = 24
const PER_ROW = 8
/** Size and distance of a drawn panel [units of the drawing]. */
const PANEL = { width: 14, height: 20, step: 17, rise: 23 }

/** Panels on a roof, new ones filled. */
const Panels = ({ count, existing }: { count: number; existing: number }) => {
  const drawn = Math.min(MAX_DRAWN, count + existing)
  const old = Math.min(existing, Math.round((drawn * existing) / Math.max(1, count + existing)))
  return Array.from({ length: drawn }, (_, index) => (
    <rect
      // biome-ignore lint/suspicious/noArrayIndexKey: panels have no other name than their place
      key={index}
      className={index < old ? "panel old" : "panel"}
      x={62 + (index % PER_ROW) * PANEL.step}
      y={22 + Math.floor(index / PER_ROW) * PANEL.rise}
      width={PANEL.width}
      height={PANEL.height}
    />
  ))
}

const Battery = () => (
  <g className="battery">
    <rect x="72" y="112" width="26" height="38" rx="3" />
    <rect x="80" y="107" width="10" height="5" />
    <path d="M87 118l-7 14h6l-3 12 9-16h-6l4-10z" />
  </g>
)

const Inverter = () => (
  <g className="inverter">
    <rect x="112" y="118" width="24" height="20" rx="3" />
    <path d="M116 128q4-10 8 0t8 0" />
  </g>
)

const Car = () => (
  <g className="car">
    <path d="M230 150v-10l6-2 6-8h16l8 8 8 2v10z" />
    <circle cx="240" cy="150" r="4" />
    <circle cx="264" cy="150" r="4" />
  </g>
)

/** Cars that the site's profile charges, and their energy of a year; undefined without. A profile has one EV layer. */
const carsOf = ({ studioProfile }: FullReport) => {
  const layer = studioProfile?.layers.find(({ enabled, evConfig }) => enabled && evConfig)
  return layer && { count: Math.round(layer.evConfig?.count ?? 1), yearlyKwh: layer.annualKwh ?? 0 }
}

/** House with its roof, inverter, battery, car and connection to the grid. */
const House = ({ report }: { report: FullReport }) => {
  const panelsOf = (systems: FullReport["solar"]["newSystems"]) => sum(systems.map(({ panelCount }) => panelCount))
  const [count, existing] = [
    panelsOf(report.solar.newSystems),
    panelsOf(report.solar.existingSystems) + panelsOfProfile(report),
  ]
  const hasBattery = report.battery.specs.capacityKwh > 0 || report.existingBattery !== undefined
  return (
    <svg viewBox="0 0 340 160" aria-hidden="true">
      <path className="wall" d="M58 98V154H216V98" />
      <path className="roof" d="M48 98L62 14H200L226 98Z" />
      <Panels count={count} existing={existing} />
      {count + existing > 0 ? <Inverter /> : null}
      {hasBattery ? <Battery /> : null}
      {carsOf(report) ? <Car /> : null}
      <path className="door" d="M168 154V118H192V154" />
      <path className="line" d="M216 128H292M292 154V60M276 72H308M280 86H304" />
    </svg>
  )
}

/** Part of the system in words; the name of a roof follows `words`. */
interface Part {
  kind: "solar" | "grid" | "battery" | "car"
  words: string
  roof?: string
  more?: readonly string[]
}

/** Panels of the profile's solar layers: they are at the site already. */
const panelsOfProfile = ({ studioProfile }: FullReport): number =>
  sum(
    (studioProfile?.layers ?? [])
      .flatMap(({ enabled, solarConfig }) => (enabled && solarConfig ? [solarConfig] : []))
      .map(({ panelCount = 0, roofSurfaces = [] }) => panelCount + sum(roofSurfaces.map(each => each.panelCount))),
  )

/** @param isOffer the lines of an offer name the inverter */
const partsOf = (report: FullReport, isOffer: boolean, { text, format }: Settings): Part[] => {
  const { solar, battery, existingBattery } = report
  const { customer, system } = text.report
  const roofs = (systems: typeof solar.newSystems, more: readonly string[]) =>
    systems
      .filter(({ panelCount }) => panelCount > 0)
      .map(({ name, panelCount, panelPowerRatedWatts, roofDirection }): Part => {
        const words = customer.panels(format.number(panelCount, 0), format.number(panelPowerRatedWatts, 0))
        const roof = roofName(name, system.roof)
        return { kind: "solar", words, roof, more: [system.directions[roofDirection], ...more] }
      })
  const inverterKw = sum(solar.newSystems.map(({ panelCount, inverterKw = 0 }) => (panelCount > 0 ? inverterKw : 0)))
  const { capacityKwh, powerKw } = battery.specs
  const cars = carsOf(report)
  const profilePanels = panelsOfProfile(report)
  const existingWords =
    existingBattery && customer.battery(format.kwh(existingBattery.capacityKwh), format.kw(existingBattery.powerKw))
  return [
    ...roofs(solar.newSystems, []),
    ...roofs(solar.existingSystems, [customer.existing]),
    ...(profilePanels > 0
      ? [
          {
            kind: "solar",
            words: customer.profilePanels(format.number(profilePanels, 0)),
            more: [customer.existing],
          } as const,
        ]
      : []),
    ...(inverterKw > 0 && !isOffer ? [{ kind: "grid", words: customer.inverter(format.kw(inverterKw)) } as const] : []),
    ...(capacityKwh > 0
      ? [{ kind: "battery", words: customer.battery(format.kwh(capacityKwh), format.kw(powerKw)) } as const]
      : []),
    ...(existingWords ? [{ kind: "battery", words: existingWords, more: [customer.existing] } as const] : []),
    ...(cars ? [{ kind: "car", words: customer.cars(cars.count, format.kwh(cars.yearlyKwh)) } as const] : []),
  ]
}

/** The system as a picture with its parts: roofs with panels, inverter, battery and car. */
export const SystemPicture = ({ report, isOffer }: { report: FullReport; isOffer: boolean }) => {
  const settings = useSettings()
  const parts = partsOf(report, isOffer, settings)
  if (parts.length === 0) return null
  return (
    <section className="card stack system-picture" aria-label={settings.text.report.customer.system}>
      <h2>{settings.text.report.customer.system}</h2>
      <RoofPlans report={report} most={MAX_PLANS}>
        <House report={report} />
      </RoofPlans>
      <ul>
        {parts.map(({ kind, words, roof, more = [] }) => (
          <li key={`${words} ${roof} ${more}`} className={`is-${kind}`}>
            {words}
            {roof === undefined ? null : (
              <>
                , <bdi>{roof}</bdi>
              </>
            )}
            {more.map(each => `, ${each}`).join("")}
          </li>
        ))}
      </ul>
    </section>
  )
}
