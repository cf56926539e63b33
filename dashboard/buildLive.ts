import { readdirSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { buildCore } from "../wasm/compile.ts"

export { hashOfSources } from "../wasm/compile.ts"

const folder = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const ENTRY = folder("./src/live/live.worker.ts")
/** Inputs of the worker other than the pages' own sources. */
export const LIVE_SOURCES = [
  ...["../domain/", "../search/", "../wasm/assembly/"].map(folder),
  ...["countries/", "holidays/", "prices/zones.json", "dataVersion.ts"].map(name => folder(`../fixtures/${name}`)),
  folder("../package.json"),
  fileURLToPath(import.meta.url),
  ...readdirSync(folder("../worker/"))
    .filter(name => name.endsWith(".ts"))
    .map(name => folder(`../worker/${name}`)),
]
/**
 * Weather, prices, loads and borders, and what needs weather: the service sends their results in a live case. Sections
 * of earlier reports are in no new report.
 */
const LEFT_OUT =
  /fixtures\/(solar|geo|load|prices)\/index\.ts$|site\/solar\/(chain|shadedLight)\.ts$|report\/earlierOutlook\.ts$|node_modules\/tz-lookup\//

/** Replaces data that is not sent to browsers: each export of such a module throws when called. */
const withoutData: Bun.BunPlugin = {
  name: "without-data",
  setup(build) {
    build.onLoad({ filter: LEFT_OUT }, async ({ path }) => {
      const source = await Bun.file(path).text()
      const { exports } = new Bun.Transpiler({ loader: path.endsWith(".ts") ? "ts" : "js" }).scan(source)
      const thrower = `() => { throw new Error("not in a browser: ${path.split("/").slice(-3).join("/")}") }`
      const named = exports.filter(name => name !== "default").map(name => `export const ${name} = ${thrower}`)
      return { contents: [...named, `export default ${thrower}`].join("\n"), loader: "js" }
    })
  },
}

/** Descriptions of fields, which only the OpenAPI document has. */
const DESCRIPTION = /\bdescription:\s*"(?:[^"\\]|\\.)*"/g

/** Replaces descriptions of the schemas of requests and reports by empty ones. */
const withoutDescriptions: Bun.BunPlugin = {
  name: "without-descriptions",
  setup(build) {
    build.onLoad({ filter: /domain\/(request|report|market|site|base)\// }, async ({ path }) => ({
      contents: (await Bun.file(path).text()).replace(DESCRIPTION, 'description: ""'),
      loader: "ts",
    }))
  },
}

/** Bundles the worker that solves adjustments in the browser, and its core; returns the name of its script. */
export const bundleLiveWorker = async (outdir: string): Promise<{ script: string; files: string[] }> => {
  await buildCore("release")
  const { outputs } = await Bun.build({
    entrypoints: [ENTRY],
    outdir,
    target: "browser",
    format: "esm",
    minify: true,
    plugins: [withoutData, withoutDescriptions],
    external: ["node:fs/promises"],
    loader: { ".wasm": "file" },
    define: { "process.env.NODE_ENV": '"production"' },
    naming: { entry: "live-[hash].[ext]", asset: "[name]-[hash].[ext]" },
  })
  const files = outputs.map(({ path }) => path.split("/").at(-1)!)
  const script = files.find(name => name.startsWith("live-") && name.endsWith(".js"))
  if (!script) throw new Error("the build made no script of the live worker")
  return { script, files }
}
