/**
 * Builds the pages: `bun dashboard/build.ts` bundles dashboard/src into dashboard/dist. File names contain a hash, and
 * each file has a gzip and a zstd copy. A build of unchanged sources is skipped.
 *
 * Fails if a download is not below its bound: the report page MAX_REPORT_GZIP_BYTES, its sliders MAX_LIVE_GZIP_BYTES,
 * acceptance, offer and print MAX_PROPOSAL_GZIP_BYTES.
 */
import { mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs"
import { basename, join } from "node:path"
import { fileURLToPath } from "node:url"
import { constants, gzipSync, zstdCompressSync } from "node:zlib"
import { DIST, type Entry, MANIFEST, type Manifest } from "../api/pages/built.ts"
import { bundleLiveWorker, hashOfSources, LIVE_SOURCES } from "./buildLive.ts"
import { LANGUAGES, type Language } from "./src/text/text.ts"

const MAX_REPORT_GZIP_BYTES = 313_000
/** Bound on the download at the first use of a slider: the page's part, the worker and the core. */
const MAX_LIVE_GZIP_BYTES = 250_000
/** Bound on the download of acceptance and print on top of the report. */
const MAX_PROPOSAL_GZIP_BYTES = 14_000
const ZSTD_LEVEL = 19
const COMPRESSIBLE = /\.(js|css|svg|wasm)$/

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const WEB = folder("./src/")
const CLIENT = folder("../client/")
/**
 * A report needs every import of its script, the drawings a moment later; the dashboard needs only the imports of the
 * page on display.
 */
const ENTRIES: Record<Entry, { script: string; style: string; needsAll: boolean }> = {
  report: { script: "report.entry.tsx", style: "styles/report.css", needsAll: true },
  app: { script: "app.entry.tsx", style: "styles/app.css", needsAll: false },
}
const AT_ONCE = ["import-statement"]
const AT_ONCE_OR_SOON = [...AT_ONCE, "dynamic-import"]
/** Loaded when the sliders are near the screen, or touched: not with the report. */
const OF_SLIDERS = /^dashboard\/src\/live\//
/** Acceptance, QR codes and print: loaded by a click, or once the report is on the screen. */
const OF_PROPOSAL = /^dashboard\/src\/proposal\//
/** Texts by language: a page loads only its reader's language. */
const WORDS: Record<Language, RegExp> = {
  en: /^dashboard\/src\/text\/en\.report\.ts$/,
  nl: /^dashboard\/src\/text\/nl\.report\.ts$/,
  de: /^dashboard\/src\/text\/de\.report\.ts$/,
}
/** All that is loaded apart, parts that few reports have, and what only a click asks for. */
const WHEN_USED =
  /^dashboard\/src\/(live\/|text\/(en|nl|de)\.report\.ts$|proposal\/|report\/(Contracts|Phases|Products|roofs\/RoofDrawings)\.tsx$|charts\/(chartCsv|zoom)\.ts$)/
/** Inputs of the bundles other than the pages' own sources. */
const OTHER_SOURCES = [folder("../package-lock.json"), folder("../api/pages/built.ts"), fileURLToPath(import.meta.url)]

/**
 * Parts of ECharts that no page uses, with their replacement: another language, a theme, options of old versions, a
 * waiting sign, patterns, descriptions (the pages write their own), logarithmic and date axes, tooltips on the canvas,
 * transforms of data, a stable sort, which engines have.
 */
const UNUSED: readonly (readonly [file: RegExp, contents: string])[] = [
  [/echarts\/lib\/(i18n\/langZH|theme\/dark)\.js$/, "export default {}"],
  [/echarts\/lib\/(preprocessor\/backwardCompat|loading\/default)\.js$/, "export default () => {}"],
  [
    /echarts\/lib\/visual\/decal\.js$/,
    "export const decalVisualStageHandler = { createOnAllSeries: true, reset() {} }",
  ],
  [/echarts\/lib\/visual\/aria\.js$/, "export const ariaVisualStageHandler = { createOnAllSeries: true, reset() {} }"],
  [/echarts\/lib\/scale\/Log\.js$/, "export default class {}"],
  [/echarts\/lib\/scale\/Time\.js$/, "export default class {}; export const calcNiceForTimeScale = () => {}"],
  [/echarts\/lib\/component\/tooltip\/TooltipRichContent\.js$/, "export default class {}"],
  [/zrender\/lib\/core\/timsort\.js$/, "export default (array, compare) => array.sort(compare)"],
  [
    /echarts\/lib\/data\/helper\/transform\.js$/,
    "export const applyDataTransform = () => []; export const registerExternalTransform = () => {}",
  ],
]
const withoutUnused: Bun.BunPlugin = {
  name: "without-unused",
  setup(build) {
    for (const [filter, contents] of UNUSED) build.onLoad({ filter }, () => ({ contents, loader: "js" }))
  },
}

const hashOfAll = (): string => {
  const client = readdirSync(CLIENT).filter(name => name.endsWith(".ts"))
  const paths = [WEB, ...client.map(name => join(CLIENT, name)), ...LIVE_SOURCES, ...OTHER_SOURCES]
  return hashOfSources(folder("../"), paths)
}

/** Build folder of this process, next to the folder that others read. */
const OWN = `${DIST.replace(/\/$/, "")}.${process.pid}`

/** @param liveWorker name of the worker's script */
const bundle = async (liveWorker: string) => {
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
    define: {
      "process.env.NODE_ENV": '"production"',
      "process.env.LIVE_WORKER": JSON.stringify(liveWorker),
    },
    naming: { entry: "[name]-[hash].[ext]", chunk: "part-[hash].[ext]", asset: "[name]-[hash].[ext]" },
  })
}

type LiveWorker = Awaited<ReturnType<typeof bundleLiveWorker>>
type Built = Awaited<ReturnType<typeof bundle>>

/** The entry script and its transitive imports of the given kinds. */
const scriptsOf = ({ metafile }: Built, entry: string, ways: readonly string[]): string[] => {
  const outputs = metafile?.outputs ?? {}
  const byName = new Map(Object.keys(outputs).map(path => [basename(path), outputs[path]]))
  const reached = new Set<string>()
  const visit = (name: string) => {
    if (reached.has(name)) return
    reached.add(name)
    for (const { path, kind } of byName.get(name)?.imports ?? [])
      if (ways.includes(kind) && !isWhenUsed(path)) visit(basename(path))
  }
  const isWhenUsed = (path: string) => WHEN_USED.test(byName.get(basename(path))?.entryPoint ?? "")
  visit(entry)
  return [...reached]
}

/**
 * Files that the page loads for some parts, without workers. @param loaded files that the report page has loaded
 * before
 */
const partsOf = (parts: RegExp, built: Built, loaded: readonly string[]): string[] => {
  const entries = Object.entries(built.metafile?.outputs ?? {}).flatMap(([path, { entryPoint }]) =>
    parts.test(entryPoint ?? "") ? [basename(path)] : [],
  )
  return [...new Set(entries.flatMap(entry => scriptsOf(built, entry, AT_ONCE)))].filter(name => !loaded.includes(name))
}

const manifestOf = (built: Built, worker: LiveWorker, sources: string): Manifest => {
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
    const texts = Object.fromEntries(
      LANGUAGES.map(language => [language, partsOf(WORDS[language], built, [first!, ...preload])]),
    )
    return [entry, { script: first, preload, soon, texts, style: named(style, ".css") }]
  })
  const pagesByName = Object.fromEntries(pages) as Manifest["pages"]
  const { texts, ...files } = pagesByName.report!
  const loaded = [...Object.values(files).flat(), ...Object.values(texts).flat()]
  const parts = partsOf(OF_SLIDERS, built, loaded)
  return {
    pages: pagesByName,
    live: { worker: worker.script, parts: [...parts, ...worker.files] },
    proposal: partsOf(OF_PROPOSAL, built, loaded),
    files: [...built.outputs.map(({ path }) => basename(path)), ...worker.files],
    sources,
  }
}

const compress = async (name: string): Promise<void> => {
  const bytes = await Bun.file(join(OWN, name)).bytes()
  await Bun.write(join(OWN, `${name}.gzip`), gzipSync(bytes, { level: 9 }))
  const params = { [constants.ZSTD_c_compressionLevel]: ZSTD_LEVEL }
  await Bun.write(join(OWN, `${name}.zstd`), zstdCompressSync(bytes, { params }))
}

/**
 * Publishes the built files one by one, the manifest last, and removes files that the manifest does not name. Services
 * that start together build at the same time, and each reads complete files.
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

const build = async (sources: string): Promise<void> => {
  rmSync(OWN, { recursive: true, force: true })
  mkdirSync(OWN, { recursive: true })
  const worker = await bundleLiveWorker(OWN)
  const built = await bundle(worker.script)
  const manifest = manifestOf(built, worker, sources)
  for (const name of manifest.files) if (COMPRESSIBLE.test(name)) await compress(name)
  await Bun.write(join(OWN, basename(MANIFEST)), JSON.stringify(manifest, null, 2))
  publish()
}

const gzipBytes = (names: readonly string[]): number =>
  names.reduce((sum, name) => sum + statSync(join(DIST, `${name}.gzip`)).size, 0)
/** Size for the language with the longest texts. */
const pageBytes = ({ script, preload, soon, texts, style }: Manifest["pages"][Entry]): number =>
  Math.max(...LANGUAGES.map(language => gzipBytes([script, ...preload, ...soon, ...texts[language], style])))

const readManifest = (): Promise<Manifest> => Bun.file(MANIFEST).json()
const sources = hashOfAll()
if (!(await Bun.file(MANIFEST).exists()) || (await readManifest()).sources !== sources) await build(sources)
const { pages, live, proposal } = await readManifest()
const [report, app, sliders] = [pageBytes(pages.report), pageBytes(pages.app), gzipBytes(live.parts)]
if (report >= MAX_REPORT_GZIP_BYTES)
  throw new Error(`the report page loads ${report} bytes of gzip; its bound is ${MAX_REPORT_GZIP_BYTES}`)
if (sliders >= MAX_LIVE_GZIP_BYTES)
  throw new Error(`the sliders load ${sliders} bytes of gzip; their bound is ${MAX_LIVE_GZIP_BYTES}`)
const proposalBytes = gzipBytes(proposal)
if (proposalBytes >= MAX_PROPOSAL_GZIP_BYTES)
  throw new Error(`accepting and paper load ${proposalBytes} bytes of gzip; their bound is ${MAX_PROPOSAL_GZIP_BYTES}`)
const kib = (bytes: number) => `${Math.round(bytes / 1024)} KiB`
console.log(
  `dashboard/dist: report ${kib(report)}, dashboard ${kib(app)}, sliders ${kib(sliders)}, proposal ${kib(proposalBytes)} (gzip)`,
)
