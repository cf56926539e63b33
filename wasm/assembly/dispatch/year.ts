/**
 * The year that is loaded: what is given, the objective, and the series that one dispatch works on. Energies are kWh
 * per step, prices EUR/kWh. loading.ts fills it.
 */
import { Series } from "../memory/series"

/** Most segments that one step's cost can have (step.ts). */
export const MAX_SEGMENTS: i32 = 5

/** What the host gives. Series have one value for each step. */
@unmanaged
class Year {
  steps: i32
  roofs: i32
  /** Of all that is given: years of one number are the same; 0: of no other is known that it is. */
  number: f64
  stepHours: f64
  gridCharging: bool
  chargeEfficiency: f64
  dischargeEfficiency: f64
  /** Fractions of the capacity. */
  minLevel: f64
  initialLevel: f64
  load: Series
  /** Production of one panel: roofs × steps, roof after roof. */
  panelProduction: Series
  buyPrice: Series
  sellPrice: Series
}

/** What the next dispatch minimises (objective.ts). */
@unmanaged
class Objective {
  importPrice: Series
  exportPrice: Series
  /** M */
  unservedPrice: f64
  /** What the demand charges of one step come to per kWh, at most. */
  demandPerKwh: f64
  /**
   * What netting adds to the export price at most: the rule that bounds discharging goes by the prices without it, so
   * that the year's cost is convex over all shares of netting.
   */
  nettingShift: f64
  /** EUR per kWh that the battery gives, on the AC side. */
  wearPrice: f64
}

/** What the contract lets through in each step, kWh; Infinity: anything. */
@unmanaged
class Contract {
  imports: Series
  exports: Series
  /** Where a limit is the same in all steps: that, kWh. */
  evenImport: f64
  evenExport: f64
  isImportEven: bool
  isExportEven: bool
  /**
   * Whether export is also limited by the plant: to Σ panels · exportPerPanel, kWh a step of one panel of each roof.
   */
  growsWithPanels: bool
  exportPerPanel: Series
}

/** Most import of each step, under the contract and the demand limits in force. */
@unmanaged
class ImportLimits {
  perStep: Series
  lowest: f64
}

/** Most export of each step, under the contract and the plant of the dispatch at hand. */
@unmanaged
class ExportLimits {
  perStep: Series
  lowest: f64
  /** What the plant's panels allow; Infinity: anything. */
  ofPanels: f64
}

/** What the passes of one dispatch leave and need, a value for each step unless said. */
@unmanaged
class Passes {
  /** Production of all panels. */
  production: Series
  /** Thresholds of the backward pass, up to MAX_SEGMENTS for each step. */
  thresholds: Series
  /** Level above the minimum after each step. */
  level: Series
  /** Range of the shadow price of stored energy where the battery is empty or full: two values for each step. */
  shadowPriceRange: Series
  /** What a kWh of production is worth in the bound (−w). */
  productionWorth: Series
}

export const year = changetype<Year>(memory.data(offsetof<Year>(), 16))
export const objective = changetype<Objective>(memory.data(offsetof<Objective>(), 16))
export const contract = changetype<Contract>(memory.data(offsetof<Contract>(), 16))
export const exportLimits = changetype<ExportLimits>(memory.data(offsetof<ExportLimits>(), 16))
export const importLimits = changetype<ImportLimits>(memory.data(offsetof<ImportLimits>(), 16))
export const passes = changetype<Passes>(memory.data(offsetof<Passes>(), 16))
