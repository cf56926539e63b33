import { afterAll } from "bun:test"

const ends: (() => Promise<unknown>)[] = []

/** Calls `end` after the last test of this process: `bun test` has no exit event. bunfig.toml preloads this module. */
export const afterRun = (end: () => Promise<unknown>): void => {
  ends.push(end)
}

afterAll(() => Promise.all(ends.map(end => end())))
