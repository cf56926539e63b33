/** Makes the template of the embedded database: `bun store/build.ts`, unless it is there. */
import { buildTemplate } from "./template.ts"

console.log(await buildTemplate())
