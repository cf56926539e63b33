import { afterAll } from "bun:test"

const ends: (() => Promise<unknown>)[] = []

/** Calls `end` after the last test of this process: `bun test` has no exit event. bunfig.toml preloads this module. */
export const afterRun = (end: () => Promise<unknown>): void => {
  ends.push(end)
}

// A program that imports it outside of `bun test` ends its own resources.
if (process.env.NODE_ENV === "test") afterAll(() => Promise.all(ends.map(end => end())))
