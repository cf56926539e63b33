/**
 * True if every case of a property is tried: in `npm run test:all`, in a run of named files, and in a plain `bun test`.
 * `npm test` tries some.
 */
export const TRIES_ALL = process.env.TEST_CASES !== "some"

/** How many cases a property is tried on: all, or as many as `npm test` has the time for. */
export const casesOf = (all: number, some: number): number => (TRIES_ALL ? all : some)
