/** `npm run bench -- NAME OPTIONS`: runs bench() of tests/bench/NAME.ts. */
import { readdirSync } from "node:fs"
import { fileURLToPath } from "node:url"

const FOLDER = fileURLToPath(new URL("../tests/bench", import.meta.url))
const [name = "solver", ...options] = process.argv.slice(2)
const files = readdirSync(FOLDER).filter(file => file.endsWith(".ts"))
if (!files.includes(`${name}.ts`)) throw new Error(`no benchmark ${name}; there are ${files.join(", ")}`)
const { bench } = await import(`${FOLDER}/${name}.ts`)
if (typeof bench !== "function") throw new Error(`tests/bench/${name}.ts exports no bench()`)
await bench(options)
