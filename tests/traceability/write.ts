import { writeFileSync } from "node:fs"
import { fileURLToPath } from "node:url"
import { traceabilityTable } from "./table.ts"

writeFileSync(fileURLToPath(new URL("../../docs/traceability.md", import.meta.url)), traceabilityTable())
