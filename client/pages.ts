import type { Answer, Given, Place } from "./types.ts"

/** Operations that answer a list by pages. */
export type ListPlace = {
  [P in Place]: Answer<P> extends { items: readonly unknown[]; totalPages: number } ? P : never
}[Place]
export type ItemOf<P extends ListPlace> =
  Answer<P> extends { items: readonly (infer Item)[]; totalPages: number } ? Item : never

interface Page<Item> {
  items: readonly Item[]
  totalPages: number
  nextCursor?: string | null
}

/** Items of a page that is asked for unless the query says otherwise: the most that the service gives. */
const LARGEST_PAGE = 100

type Ask = (place: never, parts: never) => Promise<unknown>

/**
 * Every item of a list, page after page: by cursors if the list has them, else by numbers. Without cursors, objects
 * created meanwhile move items to later pages: an item may come twice, but none is missed.
 */
export const itemsOf = async function* <P extends ListPlace>(
  ask: Ask,
  place: P,
  parts: Omit<Given<P>, "body"> | undefined,
): AsyncGenerator<ItemOf<P>> {
  const query = { limit: LARGEST_PAGE, ...(parts as { query?: object } | undefined)?.query, page: undefined }
  let from: { page: number } | { cursor: string } = { page: 1 }
  for (;;) {
    const answer = await ask(place as never, { ...parts, query: { ...query, ...from } } as never)
    const { items, totalPages, nextCursor } = answer as Page<ItemOf<P>>
    yield* items
    if (nextCursor) from = { cursor: nextCursor }
    else if ("page" in from && from.page < totalPages) from = { page: from.page + 1 }
    else return
  }
}
