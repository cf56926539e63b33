/**
 * Maximum number of simultaneous requests of one action; a browser has six connections per host, and the page needs
 * some.
 */
const MAX_AT_ONCE = 4

/**
 * Processes the items, a few at a time. Rejects at the first error: no further item begins, and running items continue.
 */
export const inTurns = async <T, R>(items: readonly T[], work: (item: T) => Promise<R>): Promise<R[]> => {
  const done: R[] = []
  for (let from = 0; from < items.length; from += MAX_AT_ONCE)
    done.push(...(await Promise.all(items.slice(from, from + MAX_AT_ONCE).map(work))))
  return done
}
