import { expect, test } from "bun:test"
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { ROOT } from "../support/child.ts"

/** Builds in a folder with requested and installed packages, by name and version. */
const build = (asked: Record<string, string>, installed: Record<string, string>) => {
  const folder = mkdtempSync(join(tmpdir(), "solar-scan-packages-"))
  const write = (path: string, value: object) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), JSON.stringify(value))
  }
  for (const path of ["build.ts", "infra/packages.ts"]) cpSync(join(ROOT, path), join(folder, path))
  write("package.json", { dependencies: asked })
  for (const [name, version] of Object.entries(installed)) write(`node_modules/${name}/package.json`, { version })
  const { exitCode, stderr } = Bun.spawnSync([process.execPath, "build.ts"], { cwd: folder, stderr: "pipe" })
  rmSync(folder, { recursive: true })
  return { exitCode, said: stderr.toString() }
}

test("packages that an update asks for and nobody installed are named, with npm's command", () => {
  const { exitCode, said } = build(
    { here: "1.0.0", "@of/other": "2.1.0", gone: "^3.0.0" },
    { here: "1.0.0", "@of/other": "2.0.9" },
  )
  expect(exitCode).toBe(1)
  expect(said).toBe(
    "solar-scan: not installed as package.json asks: @of/other 2.1.0, gone ^3.0.0. Run npm install, then try again.\n",
  )
})

test("with its packages the build goes on to what it builds", () => {
  const { said } = build({ here: "1.0.0", some: "^3.0.0" }, { here: "1.0.0", some: "3.4.0" })
  expect(said).toContain("fixtures/build.ts")
  expect(said).not.toContain("npm install")
})
