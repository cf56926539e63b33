import type { ProductionProvider } from "../domain/solar/provider.ts"
import { pvgisProvider } from "../domain/solar/pvgis.ts"
import { createOutbound } from "../infra/outbound/client.ts"
import { type PvgisFetch, pvgisClient } from "../infra/pvgis/client.ts"

const DEADLINE_MS = 20_000
const MAX_ANSWER_BYTES = 32 * 1024 * 1024

/** The production provider of an operator's PVGIS server; its address is configured, so it may be a private one. */
export const pvgisProduction = (baseUrl: string): ProductionProvider => {
  const outbound = createOutbound({ allowPrivate: true })
  const ask: PvgisFetch = async (url, { signal, headers }) => {
    const { status, body } = await outbound({
      url,
      headers,
      signal,
      deadlineMs: DEADLINE_MS,
      maxBodyBytes: MAX_ANSWER_BYTES + 1,
    })
    return new Response(body as Uint8Array<ArrayBuffer>, { status })
  }
  return pvgisProvider(pvgisClient({ baseUrl, fetch: ask, timeoutMs: DEADLINE_MS, maxBytes: MAX_ANSWER_BYTES }))
}
