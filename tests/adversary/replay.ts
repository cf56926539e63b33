/**
 * `bun tests/adversary/replay.ts CHECKOUT [LINE...]`: repeats attacks against the service of a checkout, each on a
 * process and a folder of its own. Prints a row for each attack, by the number in SECURITY.md. Without LINE all attacks
 * run. The checkout needs its dependencies and `npm run build`.
 */
import { CROWDING } from "./crowding.ts"
import { FOLDERS } from "./folders.ts"
import { REQUESTS } from "./requests.ts"

/** Parts of lines that no attack shows from outside, with the tests that show them. */
const WITHOUT_ATTACK: readonly { line: number; part: string; why: string }[] = [
  {
    line: 7,
    part: "statements that fail",
    why: "takes a mistake of the service, or a full disk: tests/http/logs.test.ts",
  },
  { line: 9, part: "deep pages", why: "slow only over a hundred thousand scans: tests/http/shares.test.ts" },
  { line: 10, part: "common passwords", why: "a rule of what may be chosen: tests/http/passwords.test.ts" },
  { line: 12, part: "all bounds", why: "`npm run fuzz` solves 10,000 requests: tests/oracle/requestBounds.test.ts" },
  { line: 14, part: "the hourly vacuum", why: "comes after an hour of writing: tests/unit/embeddedDatabase.test.ts" },
  { line: 15, part: "clocks", why: "takes the right to set the machine's clock: tests/unit/limiter.test.ts" },
  { line: 15, part: "images and manifests", why: "files, not a service: tests/unit/deploy.test.ts" },
]

const lines = Bun.argv.slice(3).map(Number)
const isChosen = ({ line }: { line: number }): boolean => lines.length === 0 || lines.includes(line)
const attacks = [...REQUESTS, ...FOLDERS, ...CROWDING].filter(isChosen).sort((a, b) => a.line - b.line)

console.log("| line | attack | outcome |\n|---|---|---|")
for (const { line, name, run } of attacks) {
  const outcome = await run().catch(error => `no outcome: ${error.message}`)
  console.log(`| ${line} | ${name} | ${outcome} |`)
}
console.log("\nWithout an attack:")
for (const { line, part, why } of WITHOUT_ATTACK.filter(isChosen)) console.log(`- line ${line}, ${part}: ${why}`)
process.exit(0)
