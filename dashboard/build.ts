/**
 * Builds the pages: `bun dashboard/build.ts` bundles dashboard/src into dashboard/dist, every file with a
 * hash in its name and its gzip and zstd beside it, unless dist is newer than every source. Fails when what the report
 * page loads is not below MAX_REPORT_GZIP_BYTES.
 */
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { constants, gzipSync, zstdCompressSync } from "node:zlib"
import { DIST, type Entry, MANIFEST, type Manifest } from "./built.ts"

const MAX_REPORT_GZIP_BYTES = 300_000
const ZSTD_LEVEL = 19
const COMPRESSIBLE = /\.(js|css|svg)$/

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const WEB = folder("./src/")
const CLIENT = folder("../client/")
/** A report needs all that its script imports, the drawings a moment later; the dashboard only what a page of it shows. */
const ENTRIES: Record<Entry, { script: string; style: string; needsAll: boolean }> = {
  report: { script: "report.entry.tsx", style: "styles/report.css", needsAll: true },
  app: { script: "app.entry.tsx", style: "styles/app.css", needsAll: false },
}
const AT_ONCE = ["import-statement"]
const AT_ONCE_OR_SOON = [...AT_ONCE, "dynamic-import"]
/** What the bundles are made of besides the pages' own sources. */
const OTHER_SOURCES = [folder("../package-lock.json"), folder("./built.ts"), fileURLToPath(import.meta.url)]

/** Parts of ECharts that no page uses: another language, and a theme. */
const UNUSED = /echarts\/lib\/(i18n\/langZH|theme\/dark)\.js$/
const withoutUnused: Bun.BunPlugin = {
  name: "without-unused",
  setup(build) {
    build.onLoad({ filter: UNUSED }, () => ({ contents: "export default {}", loader: "js" }))
  },
}

const modifiedMs = (path: string): number => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0

const newestSourceMs = (): number => {
  const files = [WEB, CLIENT].flatMap(root =>
    readdirSync(root, { recursive: true, encoding: "utf8" }).map(name => join(root, name)),
  )
  return Math.max(...[...files, ...OTHER_SOURCES].map(modifiedMs))
}

/** Where this process builds, beside the place that others read. */
const OWN = `${DIST.replace(/\/$/, "")}.${process.pid}`

const bundle = async () => {
  const entrypoints = Object.values(ENTRIES).flatMap(({ script, style }) => [join(WEB, script), join(WEB, style)])
  return Bun.build({
    entrypoints,
    outdir: OWN,
    target: "browser",
    format: "esm",
    splitting: true,
    minify: true,
    metafile: true,
    plugins: [withoutUnused],
    define: { "process.env.NODE_ENV": '"production"' },
    naming: { entry: "[name]-[hash].[ext]", chunk: "part-[hash].[ext]", asset: "[name]-[hash].[ext]" },
  })
}

type Built = Awaited<ReturnType<typeof bundle>>

/** The entry script and what it imports in turn, in the ways given. */
const scriptsOf = ({ metafile }: Built, entry: string, ways: readonly string[]): string[] => {
  const outputs = metafile?.outputs ?? {}
  const byName = new Map(Object.keys(outputs).map(path => [basename(path), outputs[path]]))
  const found = new Set<string>()
  const visit = (name: string) => {
    if (found.has(name)) return
    found.add(name)
    for (const { path, kind } of byName.get(name)?.imports ?? []) if (ways.includes(kind)) visit(basename(path))
  }
  visit(entry)
  return [...found]
}

const manifestOf = (built: Built): Manifest => {
  const named = (source: string, extension: string) => {
    const stem = basename(source).replace(/\.\w+$/, "")
    const names = built.outputs.map(({ path }) => basename(path))
    const name = names.find(candidate => candidate.startsWith(`${stem}-`) && candidate.endsWith(extension))
    if (!name) throw new Error(`the build made no ${extension} of ${source}`)
    return name
  }
  const pages = Object.entries(ENTRIES).map(([entry, { script, style, needsAll }]) => {
    const [first, ...preload] = scriptsOf(built, named(script, ".js"), AT_ONCE)
    const all = needsAll ? scriptsOf(built, first!, AT_ONCE_OR_SOON) : []
    const soon = all.filter(name => name !== first && !preload.includes(name))
    return [entry, { script: first, preload, soon, style: named(style, ".css") }]
  })
  return { pages: Object.fromEntries(pages), files: built.outputs.map(({ path }) => basename(path)) }
}

const compress = async (name: string): Promise<void> => {
  const bytes = await Bun.file(join(OWN, name)).bytes()
  await Bun.write(join(OWN, `${name}.gzip`), gzipSync(bytes, { level: 9 }))
  const params = { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL }
  await Bun.write(join(OWN, `${name}.zstd`), zstdCompressSync(bytes, { params }))
}

/**
 * Puts the built files in their place, one by one and the manifest last, and takes away what it does not name: services that
 * start together build at once, and each reads what is whole.
 */
const publish = (): void => {
  const manifest = basename(MANIFEST)
  mkdirSync(DIST, { recursive: true })
  const files = readdirSync(OWN).filter(name => name !== manifest)
  for (const name of [...files, manifest]) renameSync(join(OWN, name), join(DIST, name))
  const stale = readdirSync(DIST).filter(name => name !== manifest && !files.includes(name))
  for (const name of stale) rmSync(join(DIST, name), { recursive: true, force: true })
  rmSync(OWN, { recursive: true })
}

const build = async (): Promise<void> => {
  rmSync(OWN, { recursive: true, force: true })
  mkdirSync(OWN, { recursive: true })
  const built = await bundle()
  const manifest = manifestOf(built)
  for (const name of manifest.files) if (COMPRESSIBLE.test(name)) await compress(name)
  await Bun.write(join(OWN, basename(MANIFEST)), JSON.stringify(manifest, null, 2))
  publish()
}

const gzipBytes = ({ script, preload, soon, style }: Manifest["pages"][Entry]): number =>
  [script, ...preload, ...soon, style].reduce((sum, name) => sum + statSync(join(DIST, `${name}.gzip`)).size, 0)

if (modifiedMs(MANIFEST) < newestSourceMs()) await build()
const { pages } = (await Bun.file(MANIFEST).json()) as Manifest
const [report, app] = [gzipBytes(pages.report), gzipBytes(pages.app)]
if (report >= MAX_REPORT_GZIP_BYTES)
  throw new Error(`the report page loads ${report} bytes of gzip; its bound is ${MAX_REPORT_GZIP_BYTES}`)
const kib = (bytes: number) => `${Math.round(bytes / 1024)} KiB`
console.log(`dashboard/dist: report ${kib(report)}, dashboard ${kib(app)} (gzip)`)
