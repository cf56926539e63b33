import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { ROOT } from "../support/child.ts"

/** Where the tools are installed, and where what they make goes: beside nothing that is committed or searched. */
export const TOOLS = join(ROOT, "node_modules/.cache/interface-tools")
const SOURCE = join(ROOT, "tests/interface/tools")
const FILES = ["package.json", "package-lock.json"]
/** Says what the installed tools were installed from. */
const STAMP = join(TOOLS, ".installed")

/** A line of the table. */
export interface Row {
  tool: string
  result: string
  problems: string[]
}

export interface Outcome {
  exitCode: number
  output: string
}

/** Runs a program in the folder of the tools. */
export const run = async (command: string[], env: Record<string, string> = {}): Promise<Outcome> => {
  const child = Bun.spawn(command, { cwd: TOOLS, env: { ...process.env, ...env }, stdout: "pipe", stderr: "pipe" })
  const [out, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  return { exitCode: await child.exited, output: out + errors }
}

/** The program of a tool. */
export const tool = (name: string): string => join(TOOLS, "node_modules/.bin", name)

/** The version of an installed tool. */
export const versionOf = (name: string): string =>
  (JSON.parse(readFileSync(join(TOOLS, "node_modules", name, "package.json"), "utf8")) as { version: string }).version

/** Installs the tools unless they are there. Throws when npm fails. */
export const installTools = async (): Promise<void> => {
  const wanted = FILES.map(name => readFileSync(join(SOURCE, name), "utf8")).join("\n")
  if (existsSync(STAMP) && readFileSync(STAMP, "utf8") === wanted) return
  mkdirSync(TOOLS, { recursive: true })
  for (const name of FILES) cpSync(join(SOURCE, name), join(TOOLS, name))
  cpSync(join(ROOT, ".npmrc"), join(TOOLS, ".npmrc"))
  const { exitCode, output } = await run(["npm", "ci", "--no-audit", "--no-fund", "--ignore-scripts"])
  if (exitCode !== 0) throw new Error(`the tools could not be installed:\n${output}`)
  writeFileSync(STAMP, wanted)
}
