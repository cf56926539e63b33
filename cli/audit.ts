import { readFileSync } from "node:fs"
import { join } from "node:path"
import { Value } from "@sinclair/typebox/value"
import { Allowed, countedAdvisories, isReport } from "./supply/advisories.ts"

/**
 * `npm run audit`: asks the registry for known weaknesses of what is shipped, and ends with 1 where one counts. Those of
 * .ci/advisories.json do not until their day. A machine that no registry answers is named as skipped; with AUDIT_REQUIRED=1 that is 1 too.
 */
const list = join(import.meta.dir, "..", ".ci", "advisories.json")
const allowed = Value.Parse(Allowed, JSON.parse(readFileSync(list, "utf8")))
const asked = Bun.spawnSync(["npm", "audit", "--json", "--omit=dev", "--audit=true"], { stderr: "ignore" })
const text = asked.stdout.toString()
const answer: unknown = text.trim().startsWith("{") ? JSON.parse(text) : undefined

if (!isReport(answer)) {
  const { message } = (answer ?? {}) as { message?: unknown }
  console.log(
    `skipped: npm audit (the registry answered no report${typeof message === "string" ? `: ${message}` : ""})`,
  )
  process.exit(process.env.AUDIT_REQUIRED === "1" ? 1 : 0)
}
const counted = countedAdvisories(answer, allowed, new Date().toISOString().slice(0, 10))
for (const line of counted) console.log(line)
console.log(`${counted.length} known weaknesses count`)
process.exit(counted.length > 0 ? 1 : 0)
