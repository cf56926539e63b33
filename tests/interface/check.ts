/**
 * `npm run check:interface`: checks the interface document, and clients made from it, with the tools that integrators
 * use. Prints the table tool -> result; the exit code is 0 only if no result has a problem. The first run installs the
 * tools into node_modules/.cache.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { startFresh } from "../support/service.ts"
import { serveTiles } from "../support/tileServer.ts"
import { mismatches } from "./compare.ts"
import { checkGeneratedClients } from "./generated.ts"
import { lintByRedocly, lintBySpectral } from "./lint.ts"
import { checkByPrism } from "./prism.ts"
import { checkPythonTypes } from "./python.ts"
import { type InterfaceDocument, OF_OTHER_TESTS, record, unreached } from "./recorded.ts"
import { installTools, type Row, TOOLS, versionOf } from "./tools.ts"

const SHOWN_PROBLEMS = 30

const check = async (): Promise<Row[]> => {
  installTools()
  const made = join(TOOLS, "made")
  rmSync(made, { recursive: true, force: true })
  mkdirSync(made, { recursive: true })
  const file = join(made, "openapi.json")
  const tiles = serveTiles()
  const service = await startFresh({ AERIAL_TILES_URL: `${tiles.url}/{z}/{x}/{y}.png` })
  try {
    const document = (await (await fetch(`${service.address}/openapi.json`)).json()) as InterfaceDocument
    writeFileSync(file, JSON.stringify(document))
    const clients = await checkGeneratedClients(file, made, service.address)
    return [
      await lintByRedocly(file),
      await lintBySpectral(file),
      ...(await checkByAjv(document, service.address)),
      await checkByPrism(document, file),
      ...clients,
      await checkPythonTypes(made),
    ]
  } finally {
    await service.end()
    await tiles.stop()
  }
}

const checkByAjv = async (document: InterfaceDocument, address: string): Promise<Row[]> => {
  const exchanges = await record(document, address)
  const missed = unreached(document, exchanges)
  const problems = [...new Set(mismatches(document, exchanges))]
  const places = new Set(exchanges.map(({ place }) => place)).size
  return [
    {
      tool: "recorded run",
      result: `${exchanges.length} exchanges of ${places} operations, ${missed.length} without a success, ${OF_OTHER_TESTS.length} known exceptions`,
      problems: missed.map(
        place => `${place}: ${JSON.stringify(exchanges.find(each => each.place === place)?.body).slice(0, 300)}`,
      ),
    },
    {
      tool: `ajv ${versionOf("ajv")}`,
      result: `${exchanges.length} exchanges, ${problems.length} mismatches`,
      problems,
    },
  ]
}

const rows = await check()
const width = Math.max(...rows.map(({ tool }) => tool.length))
for (const { tool, result, problems } of rows) {
  console.log(`${problems.length === 0 ? "ok  " : "FAIL"} ${tool.padEnd(width)}  ${result}`)
  for (const problem of problems.slice(0, SHOWN_PROBLEMS)) console.log(`       ${problem}`)
}
process.exit(rows.some(({ problems }) => problems.length > 0) ? 1 : 0)
