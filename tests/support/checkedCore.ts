import { readFile } from "node:fs/promises"
import { buildCore } from "../../wasm/compile.ts"
import { createOptimiser, type Optimiser } from "../../wasm/index.ts"

let compiled: Promise<WebAssembly.Module> | undefined

const compile = async (): Promise<WebAssembly.Module> =>
  WebAssembly.compile(new Uint8Array(await readFile(await buildCore("checked"))))

/** The core with its assertions: a pre- or postcondition that does not hold traps. */
export const checkedCore = (): Promise<WebAssembly.Module> => {
  compiled ??= compile()
  return compiled
}

/** An optimiser on that core, with its own memory. */
export const checkedOptimiser = async (): Promise<Optimiser> => createOptimiser(await checkedCore())
