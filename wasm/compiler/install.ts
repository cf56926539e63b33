/**
 * Installs pinned command-line tools from a folder with a package.json and its lock file.
 *
 * Large tools that few developers need stay out of `npm install`: the compiler of the core here, the checkers of the
 * interface document in `tests/interface`.
 * - The lock file pins every package by its hash; install scripts do not run.
 * - A tool is installed again only when its package.json or lock file changes.
 */
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"

const FILES = ["package.json", "package-lock.json"]
const NPM = ["npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts"]

/**
 * Installs the tools of `source` into `target`, unless they are there.
 * @param npmrc the project's npm settings
 * @throws with npm's output when npm fails
 */
export const installPinned = (source: string, target: string, npmrc: string): void => {
  const wanted = FILES.map(name => readFileSync(join(source, name), "utf8")).join("\n")
  const stamp = join(target, ".installed")
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === wanted) return
  mkdirSync(target, { recursive: true })
  for (const name of FILES) copyFileSync(join(source, name), join(target, name))
  copyFileSync(npmrc, join(target, ".npmrc"))
  const { exitCode, stdout, stderr } = Bun.spawnSync(NPM, { cwd: target, stdout: "pipe", stderr: "pipe" })
  if (exitCode !== 0) throw new Error(`npm could not install the tools of ${source}:\n${stdout}${stderr}`)
  writeFileSync(stamp, wanted)
}
