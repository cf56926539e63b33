/**
 * Builds outdated parts: the version of the data, the core, the pages, the template of the embedded database and the scripts of processes and
 * solver threads.
 */
import { fileURLToPath } from "node:url"
import { missingPackagesText } from "./infra/packages.ts"

// What follows imports packages: after an update they may be others than those that are here.
const text = missingPackagesText(fileURLToPath(new URL(".", import.meta.url)))
if (text) {
  console.error(`solar-scan: ${text}`)
  process.exit(1)
}
await import("./fixtures/build.ts")
await import("./wasm/build.ts")
await import("./dashboard/build.ts")
await import("./store/build.ts")
await import("./infra/scripts/build.ts")
