import { scriptOf } from "./infra/scripts/index.ts"

/** `npm start`: runs the script of the whole service, built or as source. */
const { run }: typeof import("./service.ts") = await import(scriptOf("service"))
await run()
