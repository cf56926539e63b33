/**
 * Builds wasm/dist, the content of the package: the host as JavaScript with its types, and the core at
 * dist/build/core.wasm, the path that the host reads. `npm pack` in this folder runs it.
 */
import { copyFileSync, mkdirSync, rmSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { buildCore } from "./compile.ts"

const here = fileURLToPath(new URL("./", import.meta.url))
const core = await buildCore("release")

rmSync(`${here}dist`, { recursive: true, force: true })
const { exitCode } = Bun.spawnSync(["tsc", "--project", `${here}tsconfig.json`], {
  stdio: ["ignore", "inherit", "inherit"],
})
if (exitCode !== 0) throw new Error("the host does not compile")
mkdirSync(`${here}dist/build`, { recursive: true })
copyFileSync(core, `${here}dist/build/core.wasm`)
