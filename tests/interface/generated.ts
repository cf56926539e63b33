import { mkdirSync, readFileSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { ROOT } from "../support/child.ts"
import { LIVE_KEY } from "../support/service.ts"
import { type Row, run, TOOLS, tool, versionOf } from "./tools.ts"

/** A generator of clients, and a program that sends the README's smallest request with the generated client. */
interface Generator {
  name: string
  version: string
  /** Files that the generator reads, and the command. */
  files: Record<string, string>
  command: string[]
  program: string
}

/** The body of the README's first scan. */
const smallestRequest = (): string => {
  const [, body] = /curl -s http:\/\/127\.0\.0\.1:3000\/v1\/scans [^']*'(\{.*?\n\})'/s.exec(
    readFileSync(join(ROOT, "README.md"), "utf8"),
  ) ?? ["", ""]
  if (!body) throw new Error("README.md has no first scan")
  return body
}

const HEADER = `const headers = { "x-api-key": process.env.KEY ?? "", Prefer: "wait=60" }
const baseUrl = process.env.URL ?? ""
`

const generatorsOf = (file: string, folder: (name: string) => string): Generator[] => {
  const body = smallestRequest()
  return [
    {
      name: "openapi-typescript + openapi-fetch",
      version: `${versionOf("openapi-typescript")} + ${versionOf("openapi-fetch")}`,
      files: {},
      command: [tool("openapi-typescript"), file, "-o", join(folder("openapi-typescript"), "schema.d.ts")],
      program: `import createClient from "openapi-fetch"
import type { paths } from "./schema.d.ts"
${HEADER}const { data } = await createClient<paths>({ baseUrl, headers }).POST("/v1/scans", { body: ${body} })
console.log(data?.status)
`,
    },
    {
      name: "@hey-api/openapi-ts",
      version: versionOf("@hey-api/openapi-ts"),
      files: {
        "openapi-ts.config.mjs": `export default { input: ${JSON.stringify(file)}, output: "client", plugins: ["@hey-api/client-fetch", "@hey-api/typescript", "@hey-api/sdk"], logs: { level: "silent", file: false } }`,
      },
      command: [tool("openapi-ts")],
      program: `import { client } from "./client/client.gen"
import { postScans } from "./client/sdk.gen"
${HEADER}client.setConfig({ baseUrl, headers })
const { data } = await postScans({ body: ${body} })
console.log(data?.status)
`,
    },
    {
      name: "orval",
      version: versionOf("orval"),
      files: {},
      command: [tool("orval"), "--input", file, "--output", "client.ts", "--client", "fetch", "--mode", "single"],
      program: `import { postScans } from "./client"
${HEADER}const plainFetch = globalThis.fetch
globalThis.fetch = ((path: string, init?: RequestInit) => plainFetch(baseUrl + path.replace(/^https?:\\/\\/[^/]+/, ""), init)) as typeof fetch
const { data, status } = await postScans(${body}, undefined, { headers })
if (status === 201) console.log(data.status)
`,
    },
  ]
}

const COMPILER_OPTIONS = {
  strict: true,
  target: "ES2022",
  module: "ESNext",
  moduleResolution: "bundler",
  lib: ["ES2022", "DOM", "DOM.Iterable"],
  types: ["node"],
  allowImportingTsExtensions: true,
  skipLibCheck: false,
  noEmit: true,
}

/** Generates, compiles under `tsc --strict` and runs a client of each generator. */
export const checkGeneratedClients = async (file: string, made: string, address: string): Promise<Row[]> => {
  const folderOf = (name: string): string => {
    const folder = join(made, name.replaceAll(/\W+/g, "-").replace(/^-/, ""))
    mkdirSync(folder, { recursive: true })
    return folder
  }
  const rows: Row[] = []
  for (const generator of generatorsOf(file, folderOf)) {
    const folder = folderOf(generator.name.split(" ")[0]!)
    rows.push(await checkGenerator(generator, folder, address))
  }
  return rows
}

const checkGenerator = async (
  { name, version, files, command, program }: Generator,
  folder: string,
  address: string,
): Promise<Row> => {
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text)
  writeFileSync(join(folder, "main.ts"), program)
  writeFileSync(
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions: COMPILER_OPTIONS, include: ["main.ts"] }),
  )
  const inFolder = (words: string[]) => run(["sh", "-c", 'cd "$0" && exec "$@"', folder, ...words])
  const steps = {
    generate: () => inFolder(command),
    "tsc --strict": () => inFolder([join(TOOLS, "node_modules/.bin/tsc"), "-p", "."]),
    run: () => run([process.execPath, join(folder, "main.ts")], { URL: address, KEY: LIVE_KEY }),
  }
  for (const [step, act] of Object.entries(steps)) {
    const { exitCode, output } = await act()
    const isRight = exitCode === 0 && (step !== "run" || output.trim() === "completed")
    if (!isRight)
      return {
        tool: `${name} ${version}`,
        result: `fails to ${step}`,
        problems: output.trim().split("\n").slice(0, 12),
      }
  }
  return {
    tool: `${name} ${version}`,
    result: "generates, compiles under tsc --strict, runs the README's first scan",
    problems: [],
  }
}
