import { existsSync, readFileSync, statSync } from "node:fs"
import { dirname, join, relative, resolve } from "node:path"
import { ROOT } from "./child.ts"

/**
 * Dependencies of a test, direct or not: imports, patterns of files, and files and folders named in a string. A test
 * starts `"start.ts"` as a process and reads `"../../store/migrations"`. Paths are relative to the checkout.
 */
export interface Reach {
  files: ReadonlySet<string>
  /** Folders whose files are all dependencies. */
  folders: ReadonlySet<string>
  patterns: ReadonlySet<string>
}

interface Edges {
  modules: string[]
  files: string[]
  folders: string[]
  patterns: string[]
}

/** Files that concern every test if they change. */
const CONCERNS_ALL = [
  ...["package.json", "package-lock.json", "bunfig.toml"],
  ...["tests/run.ts", "tests/support/plan.ts", "tests/support/afterRun.ts"],
]
/** Files that a build writes before tests run, with the build of their sources. */
const BUILT_BY: Record<string, string> = {
  "wasm/index.ts": "wasm/build.ts",
  "infra/scripts/index.ts": "build.ts",
}
const MODULE = /\.tsx?$/
const STRING = /"((?:[^"\\\n]|\\.)+)"|'((?:[^'\\\n]|\\.)+)'|`([^`]+)`/g
const PATH = /^[\w@ -]*[./][\w@./ -]*$/
/** A pattern of files has a slash next to a star. */
const PATTERN = /^(?=[^/]*[a-zA-Z]|.*\.)[\w@.$/{},*-]*(\*\/|\/\*)[\w@.$/{},*-]*$/
const HOLE = /\$\{[^}]*\}/g
/** A module may read data in its folder or below, except in a folder at the top of the checkout. */
const TOP_FOLDER = /^[^/]*$/

const [plain, withTags] = (["ts", "tsx"] as const).map(loader => new Bun.Transpiler({ loader }))
const edges = new Map<string, Edges>()

const edgesOf = (file: string): Edges => {
  const known = edges.get(file) ?? readEdges(file)
  edges.set(file, known)
  return known
}

const readEdges = (file: string): Edges => {
  const found: Edges = { modules: [], files: [], folders: [], patterns: [] }
  const text = readFileSync(join(ROOT, file), "utf8")
  const own = dirname(join(ROOT, file))
  for (const { path } of (file.endsWith("x") ? withTags : plain)!.scanImports(text))
    if (path.startsWith(".")) found.modules.push(relative(ROOT, resolve(own, path)))
  const built = BUILT_BY[file]
  if (built) found.modules.push(built)
  for (const [, double, single, template] of text.matchAll(STRING)) {
    const named = double ?? single ?? template ?? ""
    if (PATTERN.test(named)) found.patterns.push(named.replaceAll(HOLE, "*"))
    else if (PATH.test(named)) addNamed(found, file, [resolve(own, named), resolve(ROOT, named)])
  }
  return found
}

/** Adds the file or folder that a string names, except a folder around the naming file. */
const addNamed = (found: Edges, by: string, candidates: readonly string[]): void => {
  for (const candidate of new Set(candidates)) {
    const path = relative(ROOT, candidate)
    if (path === "" || path.startsWith("..") || path.startsWith("node_modules") || !existsSync(candidate)) continue
    if (statSync(candidate).isFile()) (MODULE.test(path) ? found.modules : found.files).push(path)
    else if (!by.startsWith(`${path}/`)) found.folders.push(path)
  }
}

/** Dependencies of files, the files included. */
export const reachOf = (entries: readonly string[]): Reach => {
  const [files, folders, patterns] = [new Set<string>(), new Set<string>(), new Set<string>()]
  const open = [...entries]
  for (let file = open.pop(); file !== undefined; file = open.pop()) {
    if (files.has(file) || !existsSync(join(ROOT, file))) continue
    files.add(file)
    if (!MODULE.test(file)) continue
    const found = edgesOf(file)
    open.push(...found.modules)
    for (const path of found.files) files.add(path)
    for (const path of found.folders) folders.add(path)
    for (const pattern of found.patterns) patterns.add(pattern)
  }
  return { files, folders, patterns }
}

/**
 * True if a test depends on one of the files: as a module or through a folder or pattern in a string. Data next to or
 * below a module counts as well.
 */
export const reaches = ({ files, folders, patterns }: Reach, changed: readonly string[]): boolean => {
  const globs = [...patterns].map(pattern => new Bun.Glob(pattern))
  const ofModules = new Set([...files].map(dirname).filter(folder => !TOP_FOLDER.test(folder)))
  const isIn = (path: string, some: ReadonlySet<string>) => [...some].some(folder => path.startsWith(`${folder}/`))
  return changed.some(
    path =>
      CONCERNS_ALL.includes(path) ||
      files.has(path) ||
      isIn(path, folders) ||
      (!MODULE.test(path) && isIn(path, ofModules)) ||
      globs.some(glob => glob.match(path)),
  )
}

/** Files of the checkout that differ from a commit, with untracked files. Throws if the commit does not exist. */
export const changedSince = (base: string): string[] => {
  const git = (...command: string[]): string[] => {
    const { exitCode, stdout, stderr } = Bun.spawnSync(["git", ...command], { cwd: ROOT })
    if (exitCode !== 0) throw new Error(`git ${command.join(" ")}: ${stderr}`)
    return stdout.toString().split("\n").filter(Boolean)
  }
  return [...git("diff", "--name-only", base, "--"), ...git("ls-files", "--others", "--exclude-standard")]
}
