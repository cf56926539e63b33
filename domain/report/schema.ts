import { type Static, Type } from "@sinclair/typebox"
import type { StoredNote } from "../base/note.ts"
import { Instant, Strict, StringEnum } from "../base/validation/schema.ts"
import { currencySchema } from "../market/currency.ts"
import type { Currency } from "../market/currencyNames.ts"
import { StudioProfile } from "../site/profiles/studioProfileSchema.ts"
import { Alternatives } from "./alternatives.ts"
import { Battery } from "./battery.ts"
import { ContractsPart } from "./contracts.ts"
import { ControlPart, type StoredControl } from "./control.ts"
import { EARLIER_OUTLOOK } from "./earlierOutlook.ts"
import { ElectricityGrid } from "./electricityGrid.ts"
import { ExistingBatteryPart } from "./existingBattery.ts"
import { Financial, type StoredFinancial } from "./financial.ts"
import { MeasuresPart } from "./measures.ts"
import { OptimisationProof, type StoredOptimisation } from "./optimisation.ts"
import { OutlookPart } from "./outlookSchema.ts"
import { Overview } from "./overview.ts"
import { PhasesPart } from "./phases.ts"
import { Premises } from "./premises.ts"
import { ProductsPart } from "./products.ts"
import { RequestedFields } from "./requested.ts"
import { flag, orNull, text } from "./schemaParts.ts"
import { Solar } from "./solar.ts"
import { Sustainability } from "./sustainability.ts"

/**
 * The full report of a completed scan (document 1, "Full report"). Energies, and figures named year one or yearly, are
 * for the first year: no degradation, current prices. Shares are fractions; losses, charge levels and round-trip
 * efficiencies are percent, as in the request. Money is in the currency of the report. "Addition" marks fields that
 * document 1 does not name.
 */

const bodyFields = {
  status: StringEnum(["optimal"], { description: "A report exists only of a solved scan" }),
  engineVersion: Type.Optional(
    text("Version of the service that computed the figures; absent in reports of version 0.1.0"),
  ),
  dataVersion: Type.Optional(
    text(
      "Hash of the shipped data behind the figures, without data of the operator and organization; absent in reports of version 0.1.0",
    ),
  ),
  ...RequestedFields.properties,
  resolution: Type.Optional(
    Type.Literal("quarter", {
      description: "Operated and billed in quarter-hours, measured or modelled; absent: in hours",
    }),
  ),
  currency: currencySchema("Currency of every amount in the report, also if a field or unit is named EUR"),
  hasForeignPrices: Type.Optional(
    flag(
      "All figures use Dutch prices or taxes, because those of the site are unknown; absent if the site's own are used",
    ),
  ),
  hasEuroAmounts: Type.Optional(
    flag(
      "Prices that are known in EUR alone count as amounts of currency, without any exchange rate, and a note names them; absent where none do",
    ),
  ),
  overview: Overview,
  solar: Solar,
  battery: Battery,
  existingBattery: ExistingBatteryPart,
  electricityGrid: ElectricityGrid,
  financial: Financial,
  sustainability: Sustainability,
  studioProfile: Type.Union([StudioProfile, Type.Null()], {
    description: "The studio profile behind the load; null for inputMethod known",
  }),
  optimisation: OptimisationProof,
  control: ControlPart,
  measures: MeasuresPart,
  outlook: OutlookPart,
  ...EARLIER_OUTLOOK,
  products: ProductsPart,
  alternatives: Alternatives,
  contracts: ContractsPart,
  phases: PhasesPart,
  premises: Premises,
  notes: Type.Array(Type.String(), {
    description: "Substitutions, caps and limits of the model that matter here",
  }),
}

/** The part of a report that is computed once and stored. */
export const ReportBody = Strict(bodyFields, { description: "Full report as stored" })
export type ReportBody = Static<typeof ReportBody>

/** Stored report. Its notes are data that become sentences on reading, and fields derived from the rest are absent. */
export type StoredReport = Omit<
  ReportBody,
  "notes" | "optimisation" | "control" | "currency" | "hasEuroAmounts" | "financial"
> & {
  financial: StoredFinancial
  /** Absent: EUR. */
  currency?: Currency
  notes: StoredNote[]
  /** Absent in reports from before there was a choice of controller. */
  control?: StoredControl | null
  optimisation: StoredOptimisation
}

/** Report as answered: the stored body with fields from the scan's row. */
export const FullReport = Strict(
  {
    id: text("Scan id"),
    createdAt: Instant("When the scan was created"),
    hasError: flag("Always false: a failed scan has no report"),
    ...bodyFields,
    isShared: flag("The report can be read with shareToken"),
    shareToken: orNull(
      text("Token of GET /v1/scans/shared/{token}"),
      "when the scan is not shared, and for callers without a credential",
    ),
  },
  { description: "Full report of a completed scan" },
)
export type FullReport = Static<typeof FullReport>
