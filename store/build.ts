/** Makes the template of the embedded database: `bun store/build.ts`, unless it exists. */
import { existsSync, statSync } from "node:fs"
import { basename } from "node:path"
import { templateFile } from "./template.ts"

const file = templateFile()
if (!existsSync(file)) {
  // Loaded only to make a template, because engine and driver take a second to load.
  const { makeTemplate } = await import("./makeTemplate.ts")
  await makeTemplate()
}
console.log(`store/build/${basename(file)}: ${Math.round(statSync(file).size / 1024)} KiB`)
