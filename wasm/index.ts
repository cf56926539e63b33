/**
 * The optimiser: exact least-cost dispatch of a year and certified sizing, for Bun, Node.js and browsers.
 * The method is in README.md in this folder.
 */
import { type ControlExports, controlYear } from "./control.ts"
import { costLoaded, dispatchLoaded, instantiateCore, loadYear, operateLoaded } from "./core.ts"
import { readDispatch } from "./results.ts"
import { operate, repriceEachWith, repriceWith, sizeWith } from "./size.ts"
import type { Optimiser, Plant, Year } from "./types.ts"
import { validatePlant, validateProof, validateYear } from "./validate.ts"

export { withSchedule } from "./core.ts"
export { InvalidArgument, SolveCancelled } from "./errors.ts"
export { keepYear } from "./keptYears.ts"
export type { ArgumentRule, ArgumentRules, Range } from "./rules.ts"
export type * from "./types.ts"

/** Reads and compiles the core once; the module can be posted to threads. Throws when build/core.wasm is missing. */
export async function compileCore(): Promise<WebAssembly.Module> {
  const url = new URL("./build/core.wasm", import.meta.url)
  if (url.protocol === "file:") {
    const { readFile } = await import("node:fs/promises")
    return WebAssembly.compile(new Uint8Array(await readFile(url)))
  }
  const response = await fetch(url)
  if (!response.ok) throw new Error(`${url} answered ${response.status}: serve the core there or pass a module`)
  return WebAssembly.compile(await response.arrayBuffer())
}

/** True if one dispatch does not determine the year. */
function isIterated({ demandCharges, nettingEurPerKwh }: Year): boolean {
  return (demandCharges?.length ?? 0) > 0 || (nettingEurPerKwh ?? 0) > 0
}

/**
 * An optimiser with its own memory, for one thread. `module`: from compileCore(), compiled here when left out. Every
 * argument is checked: InvalidArgument names the invalid argument.
 */
export async function createOptimiser(module?: WebAssembly.Module): Promise<Optimiser> {
  const core = await instantiateCore<ControlExports>(module ?? (await compileCore()))
  /** Checks a year and a plant, and loads the year; false if the schedule needs a sizing. */
  const isLoaded = (year: Year, plant: Plant): boolean => {
    validateYear(year)
    validatePlant(plant, year)
    if (isIterated(year)) return false
    loadYear(core, year)
    return true
  }
  return {
    dispatch(year, plant) {
      const isOne = isLoaded(year, plant)
      validateProof(plant, year)
      return isOne ? dispatchLoaded(core, plant, year) : operate(core, year, plant)
    },
    operate: (year, plant) => (isLoaded(year, plant) ? operateLoaded(core, plant, year) : operate(core, year, plant)),
    cost(year, plant) {
      if (isLoaded(year, plant)) return costLoaded(core, plant)
      const { costEur, unservedKwh } = operate(core, year, plant)
      return { costEur, unservedKwh, dischargeKwh: readDispatch(core.memory, core.dispatchedYear()).dischargeKwh }
    },
    control(year, plant, controller, into) {
      validateYear(year)
      validatePlant(plant, year)
      return controlYear(core, { year, plant, controller }, into)
    },
    size: (sizing, onProgress) => sizeWith(core, sizing, undefined, onProgress),
    resize: (sizing, cuts, onProgress) => sizeWith(core, sizing, cuts, onProgress),
    reprice: (sizing, cuts, changes, onProgress) => repriceWith(core, sizing, cuts, changes, onProgress),
    repriceEach: (sizing, cuts, next, onProgress) => repriceEachWith(core, sizing, cuts, next, onProgress),
    work: () => core.workDone(),
  }
}
