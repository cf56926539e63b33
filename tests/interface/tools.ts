import { readFileSync } from "node:fs"
import { join } from "node:path"
import { installPinned } from "../../wasm/compiler/install.ts"
import { ROOT } from "../support/child.ts"

/** Folder of the installed tools and of their results. */
export const TOOLS = join(ROOT, "node_modules/.cache/interface-tools")
const SOURCE = join(ROOT, "tests/interface/tools")

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

/** Installs missing tools. Throws if npm fails. */
export const installTools = (): void => installPinned(SOURCE, TOOLS, join(ROOT, ".npmrc"))
