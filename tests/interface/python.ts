import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join, relative } from "node:path"
import { ROOT } from "../support/child.ts"
import { type Row, run, tool, versionOf } from "./tools.ts"

const CLIENT = join(ROOT, "client/python")
const SHOWN_PROBLEMS = 12

/** The Python client and the program of its README, under pyright's strict rules. */
export const checkPythonTypes = async (made: string): Promise<Row> => {
  const name = `pyright ${versionOf("pyright")}`
  const written = await run([process.execPath, join(ROOT, "cli/buildPythonClient.ts")])
  if (written.exitCode !== 0) return { tool: name, result: "the client is not written", problems: [written.output] }
  const folder = join(made, "python")
  mkdirSync(folder, { recursive: true })
  const [, program = ""] = /```python\n(.*?)```/s.exec(readFileSync(join(CLIENT, "README.md"), "utf8")) ?? []
  writeFileSync(join(folder, "main.py"), program)
  const settings = {
    include: ["main.py", relative(folder, join(CLIENT, "solar_scan_client"))],
    extraPaths: [CLIENT],
    typeCheckingMode: "strict",
    pythonVersion: "3.11",
  }
  writeFileSync(join(folder, "pyrightconfig.json"), JSON.stringify(settings))
  const { exitCode, output } = await run([tool("pyright"), "--project", folder])
  const lines = output.split("\n").filter(line => / - (error|warning):/.test(line))
  const problems = exitCode === 0 ? lines : [...lines, output.trim().split("\n").at(-1) ?? ""]
  return {
    tool: name,
    result: `Python client under strict rules: ${lines.length} errors and warnings`,
    problems: problems.slice(0, SHOWN_PROBLEMS),
  }
}
