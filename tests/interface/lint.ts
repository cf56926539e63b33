import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { type Row, run, TOOLS, tool, versionOf } from "./tools.ts"

/**
 * Exceptions from the linters' rules, because the contract decides otherwise: /v1/scans/shared/{token} and
 * /v1/scans/{id}/… overlap, and a WebSocket answers 101.
 */
const EXCEPTIONS = {
  redocly: { "no-ambiguous-paths": /`\/v1\/scans\/shared\/\{token\}`/, "operation-2xx-response": /~1v1~1scan~1ws/ },
  spectral: { "operation-success-response": /\/v1\/scan\/ws/ },
} as const

type Exceptions = Readonly<Record<string, RegExp>>

interface Problem {
  rule: string
  place: string
  message: string
}

const isException = (exceptions: Exceptions, { rule, place, message }: Problem): boolean =>
  exceptions[rule]?.test(`${place} ${message}`) ?? false

const rowOf = (name: string, version: string, problems: Problem[], known: Exceptions) => {
  const found = problems.filter(problem => !isException(known, problem))
  return {
    tool: `${name} ${version}`,
    result: `${found.length} errors and warnings, ${problems.length - found.length} known exceptions`,
    problems: found.map(({ rule, place, message }) => `${rule} at ${place}: ${message}`),
  }
}

/** @redocly/cli with its recommended rules, warnings included. */
export const lintByRedocly = async (file: string): Promise<Row> => {
  const command = [tool("redocly"), "lint", file, "--extends", "recommended", "--format", "json"]
  const { output } = await run(command, { REDOCLY_TELEMETRY: "off" })
  const { problems } = jsonIn(output) as {
    problems: { ruleId: string; message: string; location: { pointer?: string }[] }[]
  }
  const found = problems.map(({ ruleId, message, location }) => ({
    rule: ruleId,
    place: location[0]?.pointer ?? "",
    message,
  }))
  return rowOf("redocly", versionOf("@redocly/cli"), found, EXCEPTIONS.redocly)
}

/** Spectral with spectral:oas, warnings included. */
export const lintBySpectral = async (file: string): Promise<Row> => {
  writeFileSync(join(TOOLS, "spectral.yaml"), 'extends: ["spectral:oas"]\n')
  const { output } = await run([tool("spectral"), "lint", file, "--ruleset", "spectral.yaml", "--format", "json"])
  const problems = jsonIn(output) as { code: string; message: string; path: string[] }[]
  const found = problems.map(({ code, message, path }) => ({ rule: code, place: path[1] ?? "", message }))
  return rowOf("spectral:oas", versionOf("@stoplight/spectral-cli"), found, EXCEPTIONS.spectral)
}

/** The JSON in a program's output, which may have lines of its own before and after it. */
const jsonIn = (output: string): unknown => {
  const start = /^[[{]/m.exec(output)?.index ?? -1
  for (let end = output.length; start >= 0 && end > start; ) {
    end = Math.max(output.lastIndexOf("}", end - 1), output.lastIndexOf("]", end - 1)) + 1
    try {
      return JSON.parse(output.slice(start, end))
    } catch {
      end -= 1
    }
  }
  throw new Error(`no JSON in the output:\n${output.slice(0, 2000)}`)
}
