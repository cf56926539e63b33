import { createHash } from "node:crypto"
import { ADJUSTABLE_STEPS } from "../../../domain/request/adjustableSteps.ts"
import { adjustableStepsOf } from "../../../store/organizations.ts"
import { type AskedScan, findAskedScan, type Owner } from "../../../store/scans/read.ts"
import { keptCuts } from "../../../store/scans/relay.ts"
import { encode, preferredEncoding } from "../../http/compress.ts"
import { orNotFound } from "../../http/errors.ts"
import type { ScanContext } from "./context.ts"
import { assertCompleted } from "./report.ts"

const TAG_LENGTH = 22

/**
 * The packed live case of a completed scan (domain/case/live), compressed in an encoding of the client. It has at most
 * the hours of twice the roofs of a request and of the price years of a zone: some megabytes. Sandbox scans were never
 * solved and have no live case. Throws NotFound, Conflict before completion, TooManyRequests, Unavailable.
 */
export const liveCase = async (context: ScanContext, owner: Owner, id: string, request: Request): Promise<Response> => {
  const { queries, gather, tasks, solver, complete } = context
  const scan = orNotFound(await findAskedScan(queries, owner, id), "scan")
  orNotFound(scan.fixture === null, "live-case")
  assertCompleted(scan)
  const root = await rootOf(context, owner, scan)
  await Promise.all([complete(scan), complete(root)])
  const [material, cuts, steps] = await Promise.all([
    gather(root),
    keptCuts(queries, root.id),
    adjustableStepsOf(queries, owner.organizationId),
  ])
  const kept = { id: scan.id, input: scan.input, root: root.input, steps: steps ?? ADJUSTABLE_STEPS, cuts, solver }
  return answerWith(await tasks.liveCase({ kept, ...(material ? { material } : {}) }), request)
}

const rootOf = async ({ queries }: ScanContext, owner: Owner, scan: AskedScan): Promise<AskedScan> =>
  scan.rootId === null ? scan : orNotFound(await findAskedScan(queries, owner, scan.rootId), "live-case")

const answerWith = async (packed: Uint8Array<ArrayBuffer>, request: Request): Promise<Response> => {
  const encoding = preferredEncoding(request)
  return new Response(encoding ? new Uint8Array(await encode(Buffer.from(packed.buffer), encoding)) : packed, {
    headers: {
      "content-type": "application/octet-stream",
      "cache-control": "private, no-cache",
      etag: `"${createHash("sha256").update(packed).digest("base64url").slice(0, TAG_LENGTH)}"`,
      vary: "accept-encoding",
      ...(encoding ? { "content-encoding": encoding } : {}),
    },
  })
}
