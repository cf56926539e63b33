import { createOutbound } from "../outbound/client.ts"
import { type PvgisFetch, type PvgisQuery, type PvgisSamples, pvgisClient } from "./client.ts"

const DEADLINE_MS = 20_000
const MAX_ANSWER_BYTES = 32 * 1024 * 1024

/**
 * Asks an operator's PVGIS server through the outbound client; its address is configured, so it may be any.
 */
export const askPvgis = (baseUrl: string): ((query: PvgisQuery) => Promise<PvgisSamples>) => {
  const outbound = createOutbound({ allowPrivate: "any" })
  const fetch: PvgisFetch = async (url, { signal, headers }) => {
    const { status, body } = await outbound({
      url,
      headers,
      signal,
      deadlineMs: DEADLINE_MS,
      maxBodyBytes: MAX_ANSWER_BYTES + 1,
    })
    return new Response(body as Uint8Array<ArrayBuffer>, { status })
  }
  return pvgisClient({ baseUrl, fetch, timeoutMs: DEADLINE_MS, maxBytes: MAX_ANSWER_BYTES })
}
