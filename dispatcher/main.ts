import { scriptOf } from "../infra/scripts/index.ts"

/** `npm run dispatcher`: runs its script, built or as source. */
const { run }: typeof import("./process.ts") = await import(scriptOf("dispatcher"))
await run()
