/** Preload of the simulation: replaces sources while they are loaded, to plant the bug that PLANTED names. */
import { readFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { BUGS } from "./bugs.ts"

const ROOT = fileURLToPath(new URL("../../", import.meta.url))
const bug = BUGS.find(({ name }) => name === process.env.PLANTED)
if (!bug) throw new Error(`no bug is named ${process.env.PLANTED}`)

const planted = bug.edits.reduce(
  (source, [text, replacement]) => {
    if (source.split(text).length !== 2) throw new Error(`${bug.file} does not have once: ${text}`)
    return source.replace(text, () => replacement)
  },
  readFileSync(ROOT + bug.file, "utf8"),
)
Bun.plugin({
  name: "plant",
  setup(build) {
    const path = (ROOT + bug.file).replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")
    build.onLoad({ filter: new RegExp(`^${path}$`) }, () => ({ contents: planted, loader: "ts" }))
  },
})
