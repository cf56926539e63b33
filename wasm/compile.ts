/** Compiles the core from wasm/assembly to wasm/build, unless what is there was made from the same sources. */
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { fileURLToPath } from "node:url"

const BUILDS = {
  /** What is shipped: no assertions. */
  release: { file: "core.wasm", options: ["--noAssert"] },
  /** What the tests run on: a pre- or postcondition that does not hold traps, in a function that the stack names. */
  checked: { file: "core.checked.wasm", options: ["--debug", "--use", "abort="] },
} as const
// -O2 copies fewer functions into their callers than -O3: a fifth fewer bytes. Those that count are marked by @inline.
// Shrinking saves another 2.5 % and no time.
const OPTIONS = ["-O2", "--shrinkLevel", "1", "--runtime", "stub", "--enable", "simd"]

/** A core must be below this: browsers and threads load it whole. One page of WebAssembly memory. */
export const MAX_CORE_BYTES = 64 * 1024

const sources = fileURLToPath(new URL("./assembly/", import.meta.url))

/**
 * SHA-256 of the names and contents of files, and of all files of folders: times of files say nothing after a copy or a
 * change of branch. Names count from `root`, so that two checkouts of the same sources have the same hash.
 */
export function hashOfSources(root: string, paths: readonly string[]): string {
  const hash = createHash("sha256")
  const filesOf = (path: string): string[] =>
    statSync(path).isFile()
      ? [path]
      : readdirSync(path, { recursive: true, encoding: "utf8" })
          .map(name => join(path, name))
          .filter(file => statSync(file).isFile())
          .sort()
  for (const file of paths.flatMap(filesOf)) hash.update(`${relative(root, file)}\0`).update(readFileSync(file))
  return hash.digest("hex")
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
  const made = `${core}.sources`
  const hash = hashOfSources(sources, [sources, fileURLToPath(import.meta.url)])
  if (existsSync(core) && existsSync(made) && readFileSync(made, "utf8") === hash) return core
  mkdirSync(new URL("./build/", import.meta.url), { recursive: true })
  // Services that start together build at once: each takes what is whole.
  const own = `${core}.${process.pid}`
  // The compiler takes a second to load: only who compiles does.
  const { default: asc } = await import("assemblyscript/asc")
  const { error, stderr } = await asc.main([`${sources}index.ts`, "-o", own, ...OPTIONS, ...options])
  if (error) throw new Error(`the core does not compile:\n${stderr.toString()}`)
  renameSync(own, core)
  writeFileSync(made, hash)
  return core
}
