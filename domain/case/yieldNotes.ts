/** Notes on systems whose yield differs much from the mean yield of plants in their country, with likely reasons. */

import { type Note, note, type YieldReason } from "../base/note.ts"
import { DEFAULTS, type ExistingPvInput, type NewPvInput } from "../request/request.ts"
import { azimuthToEquator } from "../site/geo/hemisphere.ts"
import { totalOf } from "../site/profiles/hours.ts"
import type { CountryMean } from "../site/solar/countryMean.ts"
import { inverterKwOf } from "../site/solar/inverter.ts"
import type { ProductionSource } from "../site/solar/provider.ts"
import type { ScanCase } from "./case.ts"

/** Relative difference from the mean beyond which a yield gets a note. */
const NOTED_DISTANCE = 0.1
/** Maximum angle between azimuth and the equator for a roof that faces the sun, and its range of tilts; degrees. */
const FACING_DEG = 60
const FLAT_DEG = 10
const STEEP_DEG = 60
/** Minimum difference from the default system losses that counts as a reason, percentage points. */
const NOTED_LOSSES = 3
/** DC/AC ratio above which an inverter loses a noticeable part of the production. */
const CUTTING_RATIO = 1.3

interface System {
  pv: ExistingPvInput | NewPvInput
  panelCount: number
  kwhPerKwp: number
  isInShade: boolean
}

const systemsOf = ({ existing, roofs }: Pick<ScanCase, "existing" | "roofs">): System[] => [
  ...existing.map(({ input: pv, productionKwh, shadeLossKwh }) => ({
    pv,
    panelCount: pv.panelCount,
    kwhPerKwp: (totalOf(productionKwh) / pv.panelCount / pv.panelPowerWatts) * 1000,
    isInShade: shadeLossKwh !== undefined,
  })),
  ...roofs.map(({ input: pv, productionKwhPerPanel, shadeLossKwhPerPanel }) => ({
    pv,
    panelCount: pv.maxPanelCount,
    kwhPerKwp: (totalOf(productionKwhPerPanel) / pv.panelPowerWatts) * 1000,
    isInShade: shadeLossKwhPerPanel !== undefined,
  })),
]

type Scan = Pick<ScanCase, "existing" | "roofs" | "site" | "assumptions"> & { lat: number }

const reasonsAbove = ({ pv, isInShade }: System, { lat }: Scan, { basis }: CountryMean): YieldReason[] => [
  ...(basis === "fleet" && !isInShade ? (["no-shade"] as const) : []),
  ...(isFacingSun(pv, lat) && basis === "fleet" ? (["facing-sun"] as const) : []),
  ...(pv.systemLosses <= DEFAULTS.systemLosses - NOTED_LOSSES ? (["low-losses"] as const) : []),
]

const reasonsBelow = ({ pv, panelCount, isInShade }: System, { lat, assumptions }: Scan): YieldReason[] => {
  const peakKw = (panelCount * pv.panelPowerWatts) / 1000
  return [
    ...(isInShade ? (["shade"] as const) : []),
    ...(isFacingSun(pv, lat) ? [] : (["turned-away"] as const)),
    ...(pv.systemLosses >= DEFAULTS.systemLosses + NOTED_LOSSES ? (["high-losses"] as const) : []),
    ...(peakKw / inverterKwOf(pv, panelCount, assumptions) > CUTTING_RATIO ? (["small-inverter"] as const) : []),
  ]
}

const isFacingSun = ({ tiltAngle, orientationAngle }: System["pv"], lat: number): boolean => {
  const turned = Math.abs(((orientationAngle - azimuthToEquator(lat) + 540) % 360) - 180)
  return tiltAngle >= FLAT_DEG && tiltAngle <= STEEP_DEG && turned <= FACING_DEG
}

/**
 * Notes on yields that differ from the country's mean by more than a tenth: one on systems above it, one on systems
 * below it. Each names its systems unless it concerns all systems of the site. Empty without a known mean.
 */
export const yieldNotes = (scan: Scan, mean: CountryMean | null): Note[] => {
  const { country } = scan.site
  if (country === null || mean === null) return []
  const systems = systemsOf(scan)
  const noteOn = (far: System[], reasonsOf: typeof reasonsAbove, isAbove: boolean): Note[] => {
    if (far.length === 0) return []
    const yields = far.map(({ kwhPerKwp }) => Math.round(kwhPerKwp))
    const because = new Set(far.flatMap(system => reasonsOf(system, scan, mean)))
    return [
      note("yield-far-from-mean", {
        ...(far.length < systems.length ? { systems: [...new Set(far.map(({ pv }) => pv.name))] } : {}),
        country,
        basis: mean.basis,
        meanKwhPerKwp: Math.round(mean.kwhPerKwp),
        lowestKwhPerKwp: Math.min(...yields),
        highestKwhPerKwp: Math.max(...yields),
        isAbove,
        because: because.size > 0 ? [...because] : ["place"],
      }),
    ]
  }
  const above = systems.filter(({ kwhPerKwp }) => kwhPerKwp > mean.kwhPerKwp * (1 + NOTED_DISTANCE))
  const below = systems.filter(({ kwhPerKwp }) => kwhPerKwp < mean.kwhPerKwp * (1 - NOTED_DISTANCE))
  return [...noteOn(above, reasonsAbove, true), ...noteOn(below, reasonsBelow, false)]
}

/** Note on the shares of production that shade takes; none without shade. */
export const shadeNotes = (
  { existing, roofs }: Pick<ScanCase, "existing" | "roofs">,
  source: ProductionSource | undefined,
): Note[] => {
  const shareOf = (lostKwh: number, producedKwh: Float64Array) => {
    const openKwh = lostKwh + totalOf(producedKwh)
    return openKwh > 0 ? lostKwh / openKwh : 0
  }
  const shares = [
    ...existing.map(({ shadeLossKwh: lostKwh, productionKwh }) => lostKwh && shareOf(lostKwh, productionKwh)),
    ...roofs.map(
      ({ shadeLossKwhPerPanel: lostKwh, productionKwhPerPanel }) => lostKwh && shareOf(lostKwh, productionKwhPerPanel),
    ),
  ].filter(share => share !== undefined)
  if (shares.length === 0) return []
  const [leastShare, mostShare] = [Math.min(...shares), Math.max(...shares)]
  return [note("shade-counted", { leastShare, mostShare, byPvgis: source === "pvgis" })]
}
