import { createHash } from "node:crypto"
import { existsSync } from "node:fs"
import { join } from "node:path"

/**
 * `bun tests/compare/solveIn.ts CHECKOUT REQUESTS OUTCOMES`: solves requests with the code of a checkout, whatever its
 * layout, and writes the outcomes. Each checkout runs in a process of its own, so that two checkouts share no module.
 */

/** Outcome of a request, in terms that every version has. */
export type Outcome =
  | { kind: "refused" }
  | { kind: "failed"; message: string }
  | { kind: "solved"; report: object; summary: object; figures: unknown; hours: Record<string, string> }

interface Result {
  kind: "solved" | "failed"
  report?: { notes: unknown[]; optimisation: Record<string, unknown> }
  summary?: object
  series?: Uint8Array
  /** The reason of a failed scan: a sentence before version 1.0, data since. */
  errorMessage?: string
  error?: unknown
}

interface Code {
  parse(body: unknown): unknown
  assertFeasible(input: unknown): void
  solve(input: unknown): Result
  unpack(series: Uint8Array): { arrays: Record<string, Float32Array>; meta: unknown }
  noteTexts(notes: unknown[]): unknown[]
  errorText(error: unknown): string
  isRefusal(error: unknown): boolean
}

const SIZING_TOLERANCE = 1e-3

/** Imports the first of some files that exists in a checkout; the layouts of the versions differ. */
const importFirst = async (checkout: string, ...files: string[]) => {
  const file = files.find(name => existsSync(join(checkout, name)))
  return file === undefined ? undefined : import(join(checkout, file))
}

const codeOf = async (checkout: string): Promise<Code> => {
  const need = async (...files: string[]) => {
    const found = await importFirst(checkout, ...files)
    if (!found) throw new Error(`${checkout} has none of ${files.join(", ")}`)
    return found
  }
  const { parseScanRequest } = await need("domain/request/input.ts", "domain/scan/input.ts")
  // Versions before country packs have no such function, and ignore the argument.
  const place = await importFirst(checkout, "domain/site/geo/site.ts")
  const { standardProfileKeys } = await need("domain/site/consumption/profiles.ts", "domain/consumption/profiles.ts")
  const { assertFeasible } = await need("domain/case/prepare.ts", "domain/scan/prepare.ts")
  const { createOptimiser } = await need("wasm/index.ts", "wasm/src/index.ts")
  const { solveJob } = await need("worker/job.ts", "worker/solve.ts")
  const packing = await need("domain/report/series/pack.ts", "domain/base/packing.ts", "domain/series/pack.ts")
  const { InvalidInput } = await need("domain/base/errors.ts", "domain/errors.ts")
  const notes = await importFirst(checkout, "domain/texts/notes.ts")
  const errors = await importFirst(checkout, "domain/texts/scanErrors.ts")
  const solver = { optimiser: await createOptimiser(), sizingTolerance: SIZING_TOLERANCE }
  return {
    parse: body => parseScanRequest(body, standardProfileKeys, place?.countryAt),
    assertFeasible,
    solve: input => solveJob({ scanId: "s", runId: "r", attempt: 1, input }, solver, () => true),
    unpack: packing.unpackSeries ? series => unpackedOf(packing.unpackSeries(series)) : packing.unpack,
    noteTexts: list => (notes ? notes.noteTexts(list, "en") : list),
    errorText: error => errors.scanErrorText(error, "en"),
    isRefusal: error => error instanceof InvalidInput,
  }
}

/** Series as versions before decision 125 unpack them. */
const unpackedOf = ({ hours, figures }: { hours: Record<string, Float32Array>; figures: unknown }) => ({
  arrays: hours,
  meta: figures,
})

const outcomeOf = (code: Code, request: unknown): Outcome => {
  let input: unknown
  try {
    input = code.parse(request)
    code.assertFeasible(input)
  } catch (error) {
    if (code.isRefusal(error)) return { kind: "refused" }
    throw error
  }
  const { kind, report, summary = {}, series, errorMessage, error } = code.solve(input)
  if (kind === "failed" || !report || !series) return { kind: "failed", message: errorMessage ?? code.errorText(error) }
  const { solveMs: _, ...optimisation } = report.optimisation
  const { arrays, meta } = code.unpack(series)
  const hours = Object.entries(arrays).map(([name, values]) => [name, hashOf(values)])
  return {
    kind: "solved",
    report: { ...report, optimisation, notes: code.noteTexts(report.notes) },
    summary,
    figures: meta,
    hours: Object.fromEntries(hours),
  }
}

const hashOf = ({ buffer, byteOffset, byteLength }: Float32Array): string =>
  createHash("sha256")
    .update(new Uint8Array(buffer, byteOffset, byteLength))
    .digest("hex")

if (import.meta.main) {
  const [checkout = "", requestsFile = "", outcomesFile = ""] = Bun.argv.slice(2)
  const requests = (await Bun.file(requestsFile).json()) as unknown[]
  const code = await codeOf(checkout)
  await Bun.write(outcomesFile, JSON.stringify(requests.map(request => outcomeOf(code, request))))
}
