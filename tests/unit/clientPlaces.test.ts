import { expect, test } from "bun:test"
import type { Operation } from "../../api/http/operation.ts"
import { declaredOperations } from "../../api/index.ts"
import { KEYED, NOT_JSON } from "../../client/places.ts"

/** Lists of the client, compared with the declarations of the service. */

const operations: readonly Operation[] = declaredOperations

const placesOf = (has: (operation: Operation) => boolean): string[] =>
  [...new Set(operations.filter(has).map(({ place }) => place))].sort()

test("the client sends a key with every operation that takes one, and with no other", () => {
  expect<string[]>([...KEYED].sort()).toEqual(placesOf(({ isIdempotent }) => isIdempotent === true))
})

test("the client knows which operations answer no JSON", () => {
  const isOther = (mediaType: string | undefined) => mediaType !== undefined && !mediaType.includes("event-stream")
  expect<string[]>([...NOT_JSON].sort()).toEqual(placesOf(({ mediaType }) => isOther(mediaType)))
})
