import { startFresh } from "../support/service.ts"
import { type InterfaceDocument, record } from "./recorded.ts"
import { type Row, TOOLS, tool, versionOf } from "./tools.ts"

const START_TIMEOUT_MS = 60_000
const VIOLATIONS = "sl-violations"

/** A run of every operation through Prism as a proxy, which validates each request and answer. */
export const checkByPrism = async (document: InterfaceDocument, file: string): Promise<Row> => {
  const service = await startFresh()
  const prism = await startPrism(file, service.address)
  try {
    const exchanges = await record(document, prism.address)
    const problems = exchanges.flatMap(({ place, status, headers, kind }) => {
      const found = JSON.parse(headers.get(VIOLATIONS) ?? "[]") as { location?: string[]; message: string }[]
      // A request that is wrong on purpose may break the document: only its answer counts.
      return found
        .filter(({ location = [] }) => kind === "asked" || location[0] !== "request")
        .map(({ location = [], message }) => `${place} ${status}: ${location.join(".")} ${message}`)
    })
    return {
      tool: `prism proxy ${versionOf("@stoplight/prism-cli")}`,
      result: `${exchanges.length} exchanges, ${problems.length} mismatches`,
      problems,
    }
  } finally {
    prism.stop()
    await service.end()
  }
}

const startPrism = async (file: string, upstream: string) => {
  const child = Bun.spawn([tool("prism"), "proxy", file, upstream, "--port", "0", "--host", "127.0.0.1"], {
    cwd: TOOLS,
    stdout: "pipe",
    stderr: "inherit",
  })
  const stop = () => child.kill()
  const timer = setTimeout(stop, START_TIMEOUT_MS)
  const decoder = new TextDecoder()
  const reader = child.stdout.getReader()
  let output = ""
  for (;;) {
    const { done, value } = await reader.read()
    if (done) throw new Error(`prism did not start:\n${output}`)
    output += decoder.decode(value, { stream: true })
    const address = /listening on (http:\/\/[\d.]+:\d+)/.exec(output)?.[1]
    if (!address) continue
    clearTimeout(timer)
    drain(reader)
    return { address, stop }
  }
}

/** Reads the output to its end: a full pipe would block the program. */
const drain = async (reader: { read(): Promise<{ done: boolean }> }): Promise<void> => {
  while (!(await reader.read()).done);
}
