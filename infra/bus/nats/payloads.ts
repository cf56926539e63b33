import { headers, type JetStreamClient, type MsgHdrs, nanos, StorageType } from "nats"
import { Unprocessable } from "../bus.ts"

/** Maximum body in the message itself; the broker's own limit is 1 MiB, headers included. */
const MAX_INLINE_BYTES = 900_000
/** Age at which unconsumed messages are deleted; the database has all important data. */
const LIFE_MS = 7 * 86_400_000
const HEADER = "Scan-Payload"

/** Carries bodies that are too large for a message through an object store. */
export interface Payloads {
  /** The body to send and the headers to send it with. */
  enclose(id: string, body: Uint8Array): Promise<{ body: Uint8Array; headers?: MsgHdrs }>
  /** The body of a received message. Throws Unprocessable if it was deleted. */
  open(body: Uint8Array, headers: MsgHdrs | undefined): Promise<Uint8Array>
  /** Deletes the stored body of a finished message. */
  discard(headers: MsgHdrs | undefined): Promise<void>
}

export const createPayloads = (client: () => JetStreamClient, bucket: string): Payloads => {
  const store = () => client().views.os(bucket, { storage: StorageType.File, ttl: nanos(LIFE_MS) })
  return {
    async enclose(id, body) {
      if (body.length <= MAX_INLINE_BYTES) return { body }
      await (await store()).putBlob({ name: id }, body)
      const head = headers()
      head.set(HEADER, id)
      return { body: new Uint8Array(), headers: head }
    },
    async open(body, head) {
      const id = head?.get(HEADER)
      if (!id) return body
      const stored = await (await store()).getBlob(id)
      if (!stored) throw new Unprocessable(`the payload ${id} is gone`)
      return stored
    },
    async discard(head) {
      const id = head?.get(HEADER)
      if (id) await (await store()).delete(id)
    },
  }
}
