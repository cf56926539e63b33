import { lookForService } from "./connection.ts"

/** A script that did not arrive, though it was asked for again. */
export class MissingScript extends Error {}

/** Pauses before a script is asked for again: a service that restarts is back within their sum. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000]

/**
 * Imports a script, again after each pause while it does not arrive, and no more once there is a newer build of the page.
 * Throws MissingScript.
 */
export const arriving = async <T>(load: () => Promise<T>): Promise<T> => {
  for (const pauseMs of [...PAUSES_MS, 0]) {
    try {
      return await load()
    } catch {
      const isOutdated = await lookForService()
      if (isOutdated || pauseMs === 0) break
      await new Promise(done => setTimeout(done, pauseMs))
    }
  }
  throw new MissingScript()
}
