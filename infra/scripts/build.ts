/**
 * Builds the scripts of the processes and of the solver threads: `bun infra/scripts/build.ts` writes each to
 * infra/scripts/build, unless it was made from the same sources. A process that imports its modules one by one holds
 * the records and texts of 1,100 modules, and each thread of 600.
 */
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs"
import { basename, dirname, join, relative } from "node:path"
import {
  builtFile,
  ENTRIES,
  FOLDER,
  hashOf,
  isBuilt,
  type MadeOf,
  madeOfFile,
  OTHER_SOURCES,
  ROOT,
  type ScriptName,
} from "./index.ts"

const UP = relative(FOLDER, ROOT)
const KEPT_MS = 7 * 24 * 3_600_000
/** Packages that read their own files, and large packages that only some requests or settings need. */
const OUTSIDE = ["@electric-sql/pglite", "@modelcontextprotocol/sdk", "@zxcvbn-ts/language-common"]

/** Modules locate shipped files from their source, not from the built script. */
const withPlaces: Bun.BunPlugin = {
  name: "with-places",
  setup(build) {
    build.onLoad({ filter: /\.ts$/ }, ({ path }) => {
      if (path.includes("node_modules")) return
      const sourcePath = relative(ROOT, path)
      const contents = readFileSync(path, "utf8")
        .replace(/import\.meta\.dir\b/g, `(import.meta.dirname + "/${UP}/${dirname(sourcePath)}")`)
        .replaceAll("import.meta.url", `new URL("${UP}/${sourcePath}", import.meta.url).href`)
      return { contents, loader: "ts" }
    })
  },
}

const build = async (name: ScriptName): Promise<void> => {
  const { outputs, metafile } = await Bun.build({
    entrypoints: [`${ROOT}${ENTRIES[name]}`],
    target: "bun",
    format: "esm",
    metafile: true,
    // Modules imported on demand stay out of memory until then, in files named by their contents.
    splitting: true,
    naming: { entry: `${name}.[ext]`, chunk: `${name}-[hash].[ext]` },
    root: ROOT,
    external: OUTSIDE,
    plugins: [withPlaces],
  })
  const inputs = Object.keys(metafile?.inputs ?? {}).map(file => relative(ROOT, file))
  const files = [...inputs.filter(file => !file.includes("node_modules")), ...OTHER_SOURCES].sort()
  const parts = outputs.filter(({ kind }) => kind === "chunk").map(({ path }) => basename(path))
  const madeOf: MadeOf = { files, parts, hash: hashOf(files) }
  mkdirSync(FOLDER, { recursive: true })
  // The script is written after its parts, which it names.
  for (const output of outputs.toSorted((a, b) => Number(a.kind !== "chunk") - Number(b.kind !== "chunk")))
    writeWhole(join(FOLDER, basename(output.path)), await output.text())
  writeWhole(madeOfFile(builtFile(name)), JSON.stringify(madeOf))
  for (const part of readdirSync(FOLDER))
    if (part.startsWith(`${name}-`) && !parts.includes(part) && isOld(join(FOLDER, part))) rmSync(join(FOLDER, part))
}

/** Parts of earlier builds stay as long as a running process may import them on demand. */
const isOld = (file: string): boolean => Date.now() - statSync(file).mtimeMs > KEPT_MS

/** Processes that start together build at once: each renames complete files. */
const writeWhole = (file: string, text: string): void => {
  const partial = `${file}.${process.pid}`
  writeFileSync(partial, text)
  renameSync(partial, file)
}

for (const name of Object.keys(ENTRIES) as ScriptName[]) {
  if (!isBuilt(builtFile(name))) await build(name)
  console.log(relative(ROOT, builtFile(name)))
}
