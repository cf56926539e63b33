import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Value } from "@sinclair/typebox/value"
import { Allowed, auditOf } from "./supply/advisories.ts"

/**
 * `npm run audit`: asks the registry for known weaknesses of shipped packages. Ends with 0 without a weakness that
 * counts, with 1 with one, and with 2 if the registry answered no report. Weaknesses listed in .ci/advisories.json do
 * not count until their date.
 */
const list = join(import.meta.dir, "..", ".ci", "advisories.json")
const allowed = Value.Parse(Allowed, JSON.parse(readFileSync(list, "utf8")))
const audit = Bun.spawnSync(["npm", "audit", "--json", "--omit=dev", "--audit=true"], { stderr: "ignore" })
const { status, lines } = auditOf(audit.stdout.toString(), allowed, new Date().toISOString().slice(0, 10))
for (const line of lines) console.log(line)
process.exit({ clean: 0, found: 1, unknown: 2 }[status])
