/**
 * True if every case of a property is tried: in `npm run test:all`, in a run of named files, and in a plain `bun test`.
 * `npm test` tries some.
 */
export const TRIES_ALL = process.env.TEST_CASES !== "some"

/** Number of cases of a property: all, or as many as `npm test` has time for. */
export const casesOf = (all: number, some: number): number => (TRIES_ALL ? all : some)
