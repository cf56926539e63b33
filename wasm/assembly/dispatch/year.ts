/**
 * The loaded year: the host's data, the objective, and the series of one dispatch. Energies are kWh per step, prices
 * EUR/kWh. loading.ts fills it.
 */
import { Series } from "../memory/series"

/** Most segments that one step's cost can have (step.ts). */
export const MAX_SEGMENTS: i32 = 5

/** Data of the host. Series have one value for each step. */
@unmanaged
class Year {
  steps: i32
  roofs: i32
  /** Number of the whole data: years of one number are the same; 0: of no other is known that it is. */
  number: f64
  stepHours: f64
  gridCharging: bool
  chargeEfficiency: f64
  dischargeEfficiency: f64
  /** Fractions of the capacity. */
  minLevel: f64
  initialLevel: f64
  /** Existing battery, which every plant has in addition: kWh, kW. */
  heldKwh: f64
  heldKw: f64
  load: Series
  /** Production of one panel: roofs × steps, roof after roof. */
  panelProduction: Series
  /** True if any roof is must-run (mustRun.ts). */
  hasMustRun: bool
  /** Most panels of each must-run roof; −1 for the others. */
  mustRunPanels: Series
  buyPrice: Series
  sellPrice: Series
}

/** Objective of the next dispatch (objective.ts). */
@unmanaged
class Objective {
  importPrice: Series
  exportPrice: Series
  /** M */
  unservedPrice: f64
  /** Highest demand charges of one step per kWh. */
  demandPerKwh: f64
  /**
   * Highest addition of netting to the export price. The rule that bounds discharging uses the prices without it, so
   * that the year's cost is convex over all shares of netting.
   */
  nettingShift: f64
  /** EUR per kWh that the battery gives, on the AC side. */
  wearPrice: f64
}

/** Contract limit of each step, kWh; Infinity: anything. */
@unmanaged
class Contract {
  imports: Series
  exports: Series
  /** A limit that is equal in all steps, kWh. */
  evenImport: f64
  evenExport: f64
  isImportEven: bool
  isExportEven: bool
  /** True if the plant also limits export: to Σ panels · exportPerPanel, kWh a step of one panel of each roof. */
  growsWithPanels: bool
  exportPerPanel: Series
}

/** Most import of each step, under the contract and the demand limits in force. */
@unmanaged
class ImportLimits {
  perStep: Series
  lowest: f64
}

/** Export limit of each step, under the contract and the plant of the current dispatch. */
@unmanaged
class ExportLimits {
  perStep: Series
  lowest: f64
  /** Export limit of the plant's panels; Infinity: anything. */
  ofPanels: f64
}

/** Series that the passes of one dispatch read and write, a value for each step unless stated. */
@unmanaged
class Passes {
  /** Production of all panels. */
  production: Series
  /** Thresholds of the backward pass, up to MAX_SEGMENTS for each step. */
  thresholds: Series
  /** Level above the minimum after each step. */
  level: Series
  /** Range of the shadow price of stored energy for an empty or full battery: two values for each step. */
  shadowPriceRange: Series
  /** Share of must-run production; written only if the year has any. */
  mustRunShare: Series
  /** Value of a kWh of production in the bound (−w), and of a must-run kWh. */
  productionWorth: Series
  mustRunWorth: Series
}

export const year = changetype<Year>(memory.data(offsetof<Year>(), 16))
export const objective = changetype<Objective>(memory.data(offsetof<Objective>(), 16))
export const contract = changetype<Contract>(memory.data(offsetof<Contract>(), 16))
export const exportLimits = changetype<ExportLimits>(memory.data(offsetof<ExportLimits>(), 16))
export const importLimits = changetype<ImportLimits>(memory.data(offsetof<ImportLimits>(), 16))
export const passes = changetype<Passes>(memory.data(offsetof<Passes>(), 16))
