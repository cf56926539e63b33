/**
 * Files of the runtime image: `bun infra/scripts/runtime.ts FOLDER` copies them to an empty folder after
 * `npm run build`. They are Bun, sources with built scripts, the core, the pages, the data, and imported packages.
 *
 * - Build tools and packages of the pages stay out, because no entry imports them.
 * - The folder runs without npm: `node_modules/.bin/bun start.ts`.
 * - `sbom.json` lists the packages of the folder and of the bundles of the pages, and Bun.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { basename, dirname, join, relative } from "node:path"
import {
  builtFile,
  ENTRIES,
  FOLDER,
  isBuilt,
  type MadeOf,
  madeOfFile,
  OTHER_SOURCES,
  ROOT,
  type ScriptName,
} from "./index.ts"

/** Entry files in addition to the built scripts: commands of an operator and child processes. */
const STARTED = [
  "start.ts",
  ...["api", "worker", "dispatcher"].map(role => `${role}/main.ts`),
  ...["admin", "healthy", "mcp", "prices", "webhooks"].map(command => `cli/${command}.ts`),
  "api/tasks/child.ts",
  "infra/children/watch.ts",
]
/** Entry files of the pages' bundles. */
const PAGES = ["report", "app"].map(page => `dashboard/src/${page}.entry.tsx`)
/** Files that are read by name instead of imported. */
const READ = ["LICENSE", "dashboard/dist", "store/build", "store/migrations", "wasm/build/core.wasm"]
/** Data of tests and of the fixtures' own programs. */
const DATA_LEFT_OUT = /^fixtures\/(reference|build\.ts|hashData\.ts|.*\/make\w*\.ts$)/
/** Packages whose files the API sends unchanged, with a pattern of these files. */
const SENT: Record<string, RegExp> = { "swagger-ui-dist": /(-bundle\.js|swagger-ui\.css)$/ }
/** Files of a package that no program loads: types, maps, documents, and extensions of the embedded database. */
const UNUSED = /\.(d\.[cm]?ts|map|md|markdown|tar\.gz|[cm]?tsx?|flow)$/
/** Program of the package `bun`; its other programs are copies. */
const BUN = "node_modules/.bin/bun"

interface Locked {
  version: string
  license?: string
}

/** Paths from the root of all modules that entries reach, packages included. */
const reachedModules = async (entries: readonly string[], target: "bun" | "browser"): Promise<string[]> => {
  const { metafile } = await Bun.build({
    entrypoints: entries.map(file => `${ROOT}${file}`),
    target,
    metafile: true,
    splitting: true,
    // Without it, modules that only re-export are left out, which a running service imports.
    ignoreDCEAnnotations: true,
    root: ROOT,
  })
  return Object.keys(metafile?.inputs ?? {}).map(file => relative(ROOT, file))
}

/** Folder of a module's package; undefined for our own modules. */
const packageOf = (module: string): string | undefined => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(module)?.[0]

/** Files of the built scripts and the sources that they are compared with. Throws if one is outdated. */
const builtScripts = (): string[] =>
  (Object.keys(ENTRIES) as ScriptName[]).flatMap(name => {
    const script = builtFile(name)
    if (!isBuilt(script)) throw new Error(`${relative(ROOT, script)} is not built from these sources: npm run build`)
    const { files, parts }: MadeOf = JSON.parse(readFileSync(madeOfFile(script), "utf8"))
    const built = [basename(script), basename(madeOfFile(script)), ...parts]
    return [...files, ...built.map(file => relative(ROOT, join(FOLDER, file)))]
  })

const filesBelow = (path: string): string[] =>
  readdirSync(`${ROOT}${path}`, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(({ parentPath, name }) => relative(ROOT, join(parentPath, name)))

/** A package's files without nested packages, which are packages of their own. */
const filesOfPackage = (folder: string): string[] => {
  const isSent = SENT[basename(folder)]
  return filesBelow(folder).filter(file => {
    const inside = file.slice(folder.length + 1)
    if (inside.includes("node_modules/")) return false
    if (inside === "package.json" || /^licen[cs]e/i.test(inside)) return true
    return isSent ? isSent.test(inside) : !UNUSED.test(inside)
  })
}

const sbomOf = (packages: readonly string[]) => {
  const locked: Record<string, Locked> = JSON.parse(readFileSync(`${ROOT}package-lock.json`, "utf8")).packages
  const { name, version } = JSON.parse(readFileSync(`${ROOT}package.json`, "utf8"))
  return {
    bomFormat: "CycloneDX",
    specVersion: "1.5",
    version: 1,
    metadata: { component: { type: "application", name, version } },
    components: packages.map(folder => {
      const packageName = folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length)
      const { version: packageVersion, license } = locked[folder]!
      return {
        type: "library",
        name: packageName,
        version: packageVersion,
        purl: `pkg:npm/${packageName.replace("@", "%40")}@${packageVersion}`,
        ...(license ? { licenses: [{ expression: license }] } : {}),
      }
    }),
  }
}

const target = Bun.argv[2]
if (target === undefined) throw new Error("bun infra/scripts/runtime.ts FOLDER")
if (existsSync(target) && readdirSync(target).length > 0) throw new Error(`${target} is not empty`)
const packagesOf = (modules: readonly string[]) => new Set(modules.flatMap(module => packageOf(module) ?? []))
const modules = await reachedModules([...Object.values(ENTRIES), ...STARTED], "bun")
const reached = packagesOf(modules)
const bundled = packagesOf(await reachedModules(PAGES, "browser"))
const packages = [...reached, ...Object.keys(SENT).map(name => `node_modules/${name}`)].sort()
const files = new Set([
  ...modules.filter(module => packageOf(module) === undefined),
  ...builtScripts(),
  ...OTHER_SOURCES,
  ...filesBelow("fixtures").filter(file => !DATA_LEFT_OUT.test(file)),
  ...READ.flatMap(path => (existsSync(`${ROOT}${path}/.`) ? filesBelow(path) : [path])),
  ...packages.flatMap(filesOfPackage),
  "node_modules/bun/package.json",
  BUN,
])
for (const file of files) {
  mkdirSync(dirname(join(target, file)), { recursive: true })
  cpSync(`${ROOT}${file}`, join(target, file), { dereference: true })
}
const listed = [...new Set([...packages, ...bundled, "node_modules/bun"])].sort()
writeFileSync(join(target, "sbom.json"), JSON.stringify(sbomOf(listed), null, 2))
console.log(`${target}: ${files.size} files, ${packages.length} packages`)
