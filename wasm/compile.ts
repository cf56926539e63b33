/**
 * Compiles the core from wasm/assembly to wasm/build.
 *
 * wasm/build is committed, so that a fresh clone compiles nothing and installs no compiler (100 MB).
 * - A core belongs to the hash of its sources, its options and the compiler's lock file.
 * - A core of other sources is compiled, with the compiler that `compiler/package-lock.json` pins.
 * - The same sources give the same bytes: `bun wasm/build.ts --check` compiles again and compares.
 */
import { createHash } from "node:crypto"
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, relative } from "node:path"
import { fileURLToPath, pathToFileURL } from "node:url"
import { installPinned } from "./compiler/install.ts"

const BUILDS = {
  /** Shipped core, without assertions. */
  release: { file: "core.wasm", options: ["--noAssert"] },
  /** Core of the tests: a violated pre- or postcondition traps in a function that the stack names. */
  checked: { file: "core.checked.wasm", options: ["--debug", "--use", "abort="] },
} as const
// -O2 copies fewer functions into their callers than -O3: a fifth fewer bytes. Hot functions are marked by @inline.
// Shrinking saves another 2.5 % and no time.
const OPTIONS = ["-O2", "--shrinkLevel", "1", "--runtime", "stub", "--enable", "simd"]

/** Maximum size of the core, one page of WebAssembly memory, because browsers and threads load it completely. */
export const MAX_CORE_BYTES = 64 * 1024

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const sources = here("./assembly/")
const lock = here("./compiler/package-lock.json")
const COMPILER = here("../node_modules/.cache/core-compiler")

/**
 * SHA-256 of the names and contents of files, and of all files of folders: times of files are useless after a copy or a
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

export const ALL_BUILDS = Object.keys(BUILDS) as Build[]

/** Simultaneous builds of one process share one run, because they would share the temporary file. */
const building = new Map<Build, Promise<string>>()

/** Returns the path of the compiled core. Throws with the compiler's messages. */
export function buildCore(build: Build): Promise<string> {
  const begun = building.get(build) ?? buildUnlessBuilt(build).finally(() => building.delete(build))
  building.set(build, begun)
  return begun
}

/** Hash of everything that a build depends on. */
const sourcesOf = (build: Build): string => {
  const options = JSON.stringify([OPTIONS, BUILDS[build].options])
  return createHash("sha256")
    .update(hashOfSources(sources, [sources, lock]))
    .update(options)
    .digest("hex")
}

async function buildUnlessBuilt(build: Build): Promise<string> {
  const core = here(`./build/${BUILDS[build].file}`)
  const stampFile = `${core}.sources`
  const hash = sourcesOf(build)
  if (existsSync(core) && existsSync(stampFile) && readFileSync(stampFile, "utf8").trim() === hash) return core
  mkdirSync(here("./build/"), { recursive: true })
  // Services that start together build at once: each renames a complete file.
  const temporary = `${core}.${process.pid}`
  await compile(build, temporary)
  renameSync(temporary, core)
  writeFileSync(stampFile, `${hash}\n`)
  return core
}

/** Writes the core of a build to `target`. The compiler takes a second to load and is installed at its first use. */
async function compile(build: Build, target: string): Promise<void> {
  installPinned(here("./compiler/"), COMPILER, here("../.npmrc"))
  const compiler = pathToFileURL(join(COMPILER, "node_modules/assemblyscript/dist/asc.js")).href
  const { default: asc } = await import(compiler)
  const { error, stderr } = await asc.main([`${sources}index.ts`, "-o", target, ...OPTIONS, ...BUILDS[build].options])
  if (error) throw new Error(`the core does not compile:\n${stderr.toString()}`)
}

/** True if compiling the sources gives the bytes of the built core. */
export async function isReproducible(build: Build): Promise<boolean> {
  const target = join(tmpdir(), `solar-scan-${process.pid}-${BUILDS[build].file}`)
  try {
    await compile(build, target)
    return readFileSync(target).equals(readFileSync(await buildCore(build)))
  } finally {
    rmSync(target, { force: true })
  }
}
