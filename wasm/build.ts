/**
 * Builds the core: `bun wasm/build.ts` compiles wasm/build again if the sources changed. Fails when the core is not
 * below MAX_CORE_BYTES. `--check` compiles in any case and fails if the bytes differ.
 */
import { statSync } from "node:fs"
import { ALL_BUILDS, buildCore, isReproducible, MAX_CORE_BYTES } from "./compile.ts"

for (const build of ALL_BUILDS) {
  await buildCore(build)
  if (Bun.argv.includes("--check") && !(await isReproducible(build)))
    throw new Error(`the ${build} core in wasm/build is not what its sources compile to: delete it and build again`)
}
const bytes = statSync(await buildCore("release")).size
if (bytes >= MAX_CORE_BYTES) throw new Error(`core.wasm has ${bytes} bytes; its bound is ${MAX_CORE_BYTES}`)
console.log(`wasm/build/core.wasm: ${bytes} bytes`)
