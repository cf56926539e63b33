import { scriptOf } from "../infra/scripts/index.ts"

/** `npm run worker`: runs its script, built or as source. */
const { run }: typeof import("./process.ts") = await import(scriptOf("worker"))
await run()
