/**
 * Makes the packages of a release: `npm run pack -- FOLDER`, by default `packages/`.
 *
 * - `solar-scan-client-X.Y.Z.tgz`: the TypeScript client
 * - `solar-scan-optimiser-X.Y.Z.tgz`: the WebAssembly optimiser
 * - `solar_scan_client-X.Y.Z-py3-none-any.whl`: the Python client; needs python3 of 3.11 or newer
 * - `solar-scan-service-X.Y.Z.tar.gz`: the service with Bun, and the recipe of its image; it runs without npm
 * - `SHA256SUMS`
 */
import { createHash } from "node:crypto"
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"

const ROOT = resolve(import.meta.dir, "..")
const { version }: { version: string } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"))
const SUMS = "SHA256SUMS"
const WHEEL = "import sys, build_backend; build_backend.build_wheel(sys.argv[1])"

const run = (command: string[], folder = ROOT): void => {
  const env = { ...process.env, PYTHONDONTWRITEBYTECODE: "1" }
  const { exitCode, stdout, stderr } = Bun.spawnSync(command, { cwd: folder, env, stdout: "pipe", stderr: "pipe" })
  if (exitCode !== 0) throw new Error(`${command.join(" ")} ended with ${exitCode}:\n${stdout}${stderr}`)
}

/** Recipe of the image for a folder with the files of the runtime: the last stage of the repository's Dockerfile. */
const imageRecipe = (): string => {
  const dockerfile = readFileSync(join(ROOT, "Dockerfile"), "utf8")
  const stage = dockerfile.slice(dockerfile.lastIndexOf("\nFROM ") + 1)
  const recipe = stage.replace("COPY --from=build /runtime /app", "COPY app /app")
  if (recipe === stage) throw new Error("the last stage of Dockerfile does not copy /runtime")
  return `# The digest of debian:bookworm-slim is an argument of the build: docs/deployment.md.\nARG DEBIAN_DIGEST\n${recipe}`
}

const packService = (target: string): void => {
  const folder = mkdtempSync(join(tmpdir(), "solar-scan-image-"))
  try {
    run([process.execPath, "infra/scripts/runtime.ts", join(folder, "app")])
    writeFileSync(join(folder, "Dockerfile"), imageRecipe())
    const archive = join(target, `solar-scan-service-${version}.tar.gz`)
    run(["tar", "-czf", archive, "--owner=0", "--group=0", "Dockerfile", "app"], folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const target = resolve(Bun.argv[2] ?? join(ROOT, "packages"))
mkdirSync(target, { recursive: true })
if (readdirSync(target).length > 0) throw new Error(`${target} is not empty`)
for (const folder of ["client", "wasm"])
  run(["npm", "pack", "--silent", "--pack-destination", target], join(ROOT, folder))
run(["python3", "-c", WHEEL, target], join(ROOT, "client/python"))
packService(target)
const names = readdirSync(target).sort()
const sumOf = (name: string): string =>
  createHash("sha256")
    .update(readFileSync(join(target, name)))
    .digest("hex")
writeFileSync(join(target, SUMS), names.map(name => `${sumOf(name)}  ${name}\n`).join(""))
for (const name of [...names, SUMS]) console.log(join(target, name))
