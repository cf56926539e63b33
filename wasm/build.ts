/**
 * Builds the core: `bun wasm/build.ts` brings wasm/build to the sources. Fails when the core is not below
 * MAX_CORE_BYTES: browsers and threads load it whole. `--check` compiles again and fails where the bytes differ.
 */
import { statSync } from "node:fs"
import { ALL_BUILDS, buildCore, isReproducible } from "./compile.ts"

export const MAX_CORE_BYTES = 64 * 1024

for (const build of ALL_BUILDS) {
  await buildCore(build)
  if (Bun.argv.includes("--check") && !(await isReproducible(build)))
    throw new Error(`the ${build} core in wasm/build is not what its sources compile to: delete it and build again`)
}
const bytes = statSync(await buildCore("release")).size
if (bytes >= MAX_CORE_BYTES) throw new Error(`core.wasm has ${bytes} bytes; its bound is ${MAX_CORE_BYTES}`)
console.log(`wasm/build/core.wasm: ${bytes} bytes`)
