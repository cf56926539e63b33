/**
 * Builds the script of the solver threads: `bun worker/build.ts` writes worker/build/thread.js, unless it was made from
 * the same sources. Each thread keeps the records and texts of 600 modules where it imports them one by one.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs"
import { dirname, relative } from "node:path"
import { BUILT, hashOf, isBuilt, type MadeOf, madeOfFile, OTHER_SOURCES, ROOT } from "./threadScript.ts"

const ENTRY = `${ROOT}worker/thread.ts`
const UP = relative(dirname(BUILT), ROOT)

/** Modules that read shipped files find them from where they are, not from where the built script is. */
const withPlaces: Bun.BunPlugin = {
  name: "with-places",
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      if (path.includes("node_modules")) return
      const own = relative(ROOT, path)
      const contents = readFileSync(path, "utf8")
        .replace(/import\.meta\.dir\b/g, `(import.meta.dirname + "/${UP}/${dirname(own)}")`)
        .replaceAll("import.meta.url", `new URL("${UP}/${own}", import.meta.url).href`)
      return { contents, loader: "ts" }
    })
  },
}

const build = async (): Promise<void> => {
  const { outputs, metafile } = await Bun.build({
    entrypoints: [ENTRY],
    target: "bun",
    format: "esm",
    metafile: true,
    root: ROOT,
    plugins: [withPlaces],
  })
  const inputs = Object.keys(metafile?.inputs ?? {}).map(file => relative(ROOT, file))
  const files = [...inputs.filter(file => !file.includes("node_modules")), ...OTHER_SOURCES].sort()
  const madeOf: MadeOf = { files, hash: hashOf(files) }
  mkdirSync(dirname(BUILT), { recursive: true })
  // Processes that start together build at once: each takes what is whole.
  const own = `${BUILT}.${process.pid}`
  writeFileSync(own, await outputs[0]!.text())
  renameSync(own, BUILT)
  writeFileSync(own, JSON.stringify(madeOf))
  renameSync(own, madeOfFile(BUILT))
}

if (!isBuilt()) await build()
console.log(relative(ROOT, BUILT))
