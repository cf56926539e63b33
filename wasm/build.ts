/**
 * Compiles the core: `bun wasm/build.ts` writes wasm/build/core.wasm from wasm/assembly, unless it is newer than every
 * source. Fails when the core is not below MAX_CORE_BYTES: browsers and threads load it whole.
 */
import { mkdirSync, readdirSync, renameSync, statSync } from "node:fs"
import { fileURLToPath } from "node:url"

const MAX_CORE_BYTES = 40 * 1024

const sources = fileURLToPath(new URL("./assembly/", import.meta.url))
const core = fileURLToPath(new URL("./build/core.wasm", import.meta.url))

function modifiedMs(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

function newestSourceMs(): number {
  const files = readdirSync(sources).map(name => modifiedMs(sources + name))
  return Math.max(modifiedMs(fileURLToPath(import.meta.url)), ...files)
}

async function compile(): Promise<void> {
  mkdirSync(new URL("./build/", import.meta.url), { recursive: true })
  const options = ["-O3", "--noAssert", "--runtime", "stub", "--enable", "simd"]
  // Services that start together build at once: each takes what is whole.
  const own = `${core}.${process.pid}`
  // The compiler takes a second to load: only who compiles does.
  const { default: asc } = await import("assemblyscript/asc")
  const { error, stderr } = await asc.main([`${sources}index.ts`, "-o", own, ...options])
  if (error) throw new Error(`the core does not compile:\n${stderr.toString()}`)
  renameSync(own, core)
}

if (modifiedMs(core) < newestSourceMs()) await compile()
const bytes = statSync(core).size
if (bytes >= MAX_CORE_BYTES) throw new Error(`core.wasm has ${bytes} bytes; its bound is ${MAX_CORE_BYTES}`)
console.log(`wasm/build/core.wasm: ${bytes} bytes`)
