/** Builds what is older than its sources: the core, the pages and the template of the embedded database. */
import "./wasm/build.ts"
import "./dashboard/build.ts"
import "./store/build.ts"
