import { hash } from "node:crypto"
import { type Encoding, encode } from "./compress.ts"

/** Part of a report's answer with the solver's time: left out of the entity tag. */
const SOLVER_TIME = /"solveMs":[\d.eE+-]+,?/g
const TAG_LENGTH = 22

const OF = Symbol("encoded")

/** An encoded body, for cached answers; each encoding is made at its first request. */
export interface Encoded<T = unknown> {
  /** JSON. */
  text: string
  /** Hash of the content, without the time of its creation. */
  tag(): string
  as(encoding: Encoding): Promise<Buffer>
  /** Marks it, and names the type of the encoded value; never read. */
  readonly [OF]: T | undefined
}

export const encoded = <T>(text: string): Encoded<T> => {
  let compressed: Map<Encoding, Promise<Buffer>> | undefined
  let tag: string | undefined
  return {
    text,
    tag: () => (tag ??= tagOf(text)),
    as(encoding) {
      compressed ??= new Map()
      const cached = compressed.get(encoding)
      if (cached) return cached
      const bytes = encode(Buffer.from(text), encoding)
      compressed.set(encoding, bytes)
      return bytes
    },
    [OF]: undefined,
  }
}

export const isEncoded = (value: unknown): value is Encoded =>
  typeof value === "object" && value !== null && OF in value

const tagOf = (text: string): string => hash("sha256", text.replace(SOLVER_TIME, ""), "base64url").slice(0, TAG_LENGTH)
