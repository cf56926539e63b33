/** Makes the template of the embedded database: `bun store/build.ts`, unless it is there. */
import { existsSync, statSync } from "node:fs"
import { basename } from "node:path"
import { templateFile } from "./template.ts"

const file = templateFile()
if (!existsSync(file)) {
  // The engine and its driver take a second to load: only who makes one does.
  const { makeTemplate } = await import("./makeTemplate.ts")
  await makeTemplate()
}
console.log(`store/build/${basename(file)}: ${Math.round(statSync(file).size / 1024)} KiB`)
