/**
 * Builds the core: `bun wasm/build.ts` writes wasm/build/core.wasm. Fails when it is not below MAX_CORE_BYTES: browsers
 * and threads load it whole.
 */
import { statSync } from "node:fs"
import { buildCore } from "./compile.ts"

const MAX_CORE_BYTES = 57 * 1024

const bytes = statSync(await buildCore("release")).size
if (bytes >= MAX_CORE_BYTES) throw new Error(`core.wasm has ${bytes} bytes; its bound is ${MAX_CORE_BYTES}`)
console.log(`wasm/build/core.wasm: ${bytes} bytes`)
