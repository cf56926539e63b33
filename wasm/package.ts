/**
 * Builds wasm/dist, the content of the package: the host as JavaScript with its types, and the core at
 * dist/build/core.wasm, the path that the host reads. `npm pack` in this folder runs it.
 */
import { copyFileSync, mkdirSync, renameSync, rmSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { buildCore } from "./compile.ts"

const here = fileURLToPath(new URL("./", import.meta.url))
const core = await buildCore("release")

// Built under another name, so that a package that is packed at the same time is complete.
const folder = `${here}dist.${process.pid}`
try {
  const { exitCode } = Bun.spawnSync(["tsc", "--project", `${here}tsconfig.json`, "--outDir", folder], {
    stdio: ["ignore", "inherit", "inherit"],
  })
  if (exitCode !== 0) throw new Error("the host does not compile")
  mkdirSync(`${folder}/build`, { recursive: true })
  copyFileSync(core, `${folder}/build/core.wasm`)
  rmSync(`${here}dist`, { recursive: true, force: true })
  renameSync(folder, `${here}dist`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
