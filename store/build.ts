/** Makes the template of the embedded database: `bun store/build.ts`, unless it is there. */
import { existsSync } from "node:fs"
import { templateFile } from "./template.ts"

if (!existsSync(templateFile())) {
  // The engine and its driver take a second to load: only who makes one does.
  const { makeTemplate } = await import("./makeTemplate.ts")
  await makeTemplate()
}
console.log(templateFile())
