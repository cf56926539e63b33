/** Compiles the core from wasm/assembly to wasm/build, unless what is there is newer than every source. */
import { mkdirSync, readdirSync, renameSync, statSync } from "node:fs"
import { fileURLToPath } from "node:url"

const BUILDS = {
  /** What is shipped: no assertions. */
  release: { file: "core.wasm", options: ["--noAssert"] },
  /** What the tests run on: a pre- or postcondition that does not hold traps, in a function that the stack names. */
  checked: { file: "core.checked.wasm", options: ["--debug", "--use", "abort="] },
} as const
// -O2 copies fewer functions into their callers than -O3: a fifth fewer bytes. Those that count are marked by @inline.
const OPTIONS = ["-O2", "--runtime", "stub", "--enable", "simd"]

const sources = fileURLToPath(new URL("./assembly/", import.meta.url))

function modifiedMs(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

function newestSourceMs(): number {
  const files = readdirSync(sources, { recursive: true }).map(name => modifiedMs(`${sources}${name}`))
  return Math.max(modifiedMs(fileURLToPath(import.meta.url)), ...files)
}

type Build = keyof typeof BUILDS

/** Two builds of one process share the temporary file: they are one. */
const building = new Map<Build, Promise<string>>()

/** Returns the path of the compiled core. Throws with the compiler's messages. */
export function buildCore(build: Build): Promise<string> {
  const begun = building.get(build) ?? compile(build).finally(() => building.delete(build))
  building.set(build, begun)
  return begun
}

async function compile(build: Build): Promise<string> {
  const { file, options } = BUILDS[build]
  const core = fileURLToPath(new URL(`./build/${file}`, import.meta.url))
  if (modifiedMs(core) >= newestSourceMs()) return core
  mkdirSync(new URL("./build/", import.meta.url), { recursive: true })
  // Services that start together build at once: each takes what is whole.
  const own = `${core}.${process.pid}`
  // The compiler takes a second to load: only who compiles does.
  const { default: asc } = await import("assemblyscript/asc")
  const { error, stderr } = await asc.main([`${sources}index.ts`, "-o", own, ...OPTIONS, ...options])
  if (error) throw new Error(`the core does not compile:\n${stderr.toString()}`)
  renameSync(own, core)
  return core
}
