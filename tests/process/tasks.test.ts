import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import fc from "fast-check"
import { createAdmission } from "../../api/http/admission.ts"
import { createTasks } from "../../api/tasks/index.ts"
import { assertFeasible, needsWholeYear } from "../../domain/case/prepare.ts"
import { standardProfileKeys } from "../../domain/site/consumption/profiles.ts"
import { createLog } from "../../infra/log.ts"
import { ROOT } from "../support/child.ts"
import { parseEarlierRequest } from "../support/earlierRequests.ts"
import { brokenQuotesFile } from "../support/hostileFiles.ts"

/** Work that the HTTP service gives to separate processes. */

const OFF_THREAD = /\b(assertFeasible|prepareCase|readMeterFile|parseLoadProfile)\b[^;\n]*from "[^"]*domain\//

test("the thread that answers requests reads no files and looks at no whole year", () => {
  const files = [...new Bun.Glob("api/**/*.ts").scanSync({ cwd: ROOT })]
  expect(files.filter(file => OFF_THREAD.test(readFileSync(join(ROOT, file), "utf8")))).toEqual([])
  const child = readFileSync(join(ROOT, "api/tasks/child.ts"), "utf8")
  for (const work of ["readMeterFile", "parseLoadProfile", "assertFeasible"]) expect(child).toContain(work)
})

const anyScan = fc.record(
  {
    location: fc.record({ lat: fc.integer({ min: -90, max: 90 }), lon: fc.integer({ min: -180, max: 180 }) }),
    inputMethod: fc.constant("known"),
    yearlyKwh: fc.constantFrom(0.01, 1, 3500, 1e8),
    yearlyExportKwh: fc.option(fc.constantFrom(0, 0.01), { nil: undefined }),
    yearlyKwhBasis: fc.option(fc.constantFrom("bought", "used"), { nil: undefined }),
    existingPv: fc.array(
      fc.record({ panelCount: fc.constantFrom(1, 1_000_000), panelPowerWatts: fc.constantFrom(1, 2000) }),
      { maxLength: 2 },
    ),
    tariff: fc.record(
      {
        type: fc.constantFrom("flat", "dynamic"),
        flatEurPerKwh: fc.constantFrom(-10, 0, 0.3, 10),
        feedInEurPerKwh: fc.constantFrom(-10, 0, 0.05, 10),
        taxesIncluded: fc.boolean(),
        netting: fc.boolean(),
      },
      { requiredKeys: ["type", "flatEurPerKwh"] },
    ),
  },
  { requiredKeys: ["location", "inputMethod", "yearlyKwh"] },
)

test("a scan that needs no look at a whole year passes one", () => {
  let looked = 0
  fc.assert(
    fc.property(anyScan, body => {
      const request = JSON.parse(JSON.stringify(body))
      let input: ReturnType<typeof parseEarlierRequest>
      try {
        input = parseEarlierRequest(request, standardProfileKeys)
      } catch {
        return
      }
      if (needsWholeYear(input)) return
      looked++
      expect(() => assertFeasible(input)).not.toThrow()
    }),
    { numRuns: 600, seed: 15 },
  )
  expect(looked).toBeGreaterThan(50)
})

test("30 MB of broken quotes are read in another process, while this one goes on", async () => {
  const tasks = createTasks(createLog("test", "silent"), createAdmission(1))
  let turns = 0
  const counting = setInterval(() => turns++, 1)
  const bytes = new Uint8Array(brokenQuotesFile(30_000_000))
  const refusal = tasks.readMeter({ bytes, fileName: "x.csv", site: { zone: "Europe/Amsterdam", year: 2024 } })
  await expect(refusal).rejects.toMatchObject({ violations: [{ rule: "file-open-quote", params: { row: 2 } }] })
  clearInterval(counting)
  tasks.close()
  expect(turns).toBeGreaterThan(5)
})
