import type { Answer, Branding, ChartData, FullReport, SharedScan } from "../../../client/index.ts"
import { ScanApiError } from "../../../client/index.ts"
import type { Loaded } from "../lib/load.ts"
import type { Settings } from "../lib/settings.tsx"

export type { Branding, ChartData, FullReport, SharedScan }

/** An offer as its customer or its organization reads it. */
export type ShownOffer = NonNullable<SharedScan["offer"]> | Answer<"GET /v1/scans/{id}/offer">

/** Answer to an acceptance. */
export type Accepted = Answer<"POST /v1/scans/shared/{token}/acceptance">

/** The hours behind a report. */
export type Series = Answer<"GET /v1/scans/{id}/series">

/** The loaded hours of a report; null if its scan has none, as sandbox scans of version 0.1.0. */
export const hoursOf = ({ value, error }: Loaded<Series>): Series | null | undefined =>
  value ?? (error instanceof ScanApiError && error.reason === "scan-without-series" ? null : undefined)

/** Address of a photo of an offer, on this service, by its id. */
export type PhotoAddress = (photo: string) => string

/** A report with all that its page draws; the hours come a moment later. */
export interface ReportData {
  report: FullReport
  chart: ChartData
  branding: Branding
  /** Null: the scan has no hours. */
  series?: Series | null | undefined
  /** Customer of the scan; null if not named. */
  customerName: string | null
  /** Address of the customer, for the offer; null if not known. */
  customerAddress: string | null
  /** The report's link if shared, and its acceptance. */
  share: Pick<SharedScan, "shareUrl" | "expiresAt" | "acceptance">
  /** Offer of the installer; null or absent: none to show. */
  offer?: ShownOffer | null | undefined
  /** Address of a photo of the offer by its id. */
  photoAddress: PhotoAddress
  /** The figures are of the sandbox: no plant was sized. */
  isSandbox: boolean
}

/** Query of a chart of the months from January on; its year does not matter. */
export const CALENDAR_YEAR = { interval: "year", startDate: "2023-01-01" } as const

export const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

/** True if a report has something to buy; otherwise it does not say that it never pays for itself. */
export const isPlant = ({ solar, battery }: Pick<FullReport, "solar" | "battery">): boolean =>
  battery.specs.capacityKwh > 0 || solar.newSystems.some(({ panelCount }) => panelCount > 0)

type Sizes = Pick<FullReport, "solar" | "battery">

/** True if two reports have the same new panels on each roof and the same battery: prices and terms may differ. */
export const isSamePlant = (a: Sizes, b: Sizes): boolean => {
  const sizesOf = ({ solar, battery }: Sizes) => [
    ...solar.newSystems.map(({ panelCount }) => panelCount),
    ...[battery.specs.capacityKwh, battery.specs.powerKw],
  ]
  const [sizes, sizesOfB] = [sizesOf(a), sizesOf(b)]
  return sizes.length === sizesOfB.length && sizes.every((size, i) => Math.abs(size - sizesOfB[i]!) < LEAST_SIZE)
}

/** Difference of sizes that is no other plant [panels, kWh, kW]: solvers stop within it. */
const LEAST_SIZE = 0.01

/** Panels and battery in words: `5 panels and a battery of 10 kWh`; undefined when there is neither. */
export const plantWords = (
  panels: number,
  capacityKwh: number,
  { text, format }: Pick<Settings, "text" | "format">,
): string | undefined => {
  const { verdict } = text.report
  const parts = [
    ...(panels > 0 ? [verdict.panels(format.number(panels, 0), panels === 1)] : []),
    ...(capacityKwh > 0 ? [verdict.battery(format.kwh(capacityKwh))] : []),
  ]
  return parts.length === 0 ? undefined : parts.reduce(verdict.join)
}

/** The logo's path on this service, under any host name; undefined without a logo or with an invalid logo address. */
export const logoPath = ({ brandingLogo, brandingEnabled }: Branding): string | undefined => {
  if (!brandingEnabled || !brandingLogo || !URL.canParse(brandingLogo)) return undefined
  const { pathname, search } = new URL(brandingLogo)
  return /^\/v1\/organizations\/[\w-]+\/logo$/.test(pathname) ? pathname + search : undefined
}
