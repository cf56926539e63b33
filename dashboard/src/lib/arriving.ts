import { lookForService } from "./connection.ts"

/** Error: a script did not arrive, even after retries. */
export class MissingScript extends Error {}

/** Pauses before retries of a script; a restarting service is available again within their sum. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000]

/** Path of the script that a function imports, as written by the build. */
const IMPORTED = /\bimport\("(\.\/[^"]+\.js)"\)/
/** Scripts that a script needs before it runs. */
const NEEDED = /\b(?:from|import)"(\.\/[^"]+\.js)"/g

/**
 * Fetches a script and its transitive imports, so that it is complete before it is imported. Under the HTML standard
 * until 2025, many browsers never retry a script whose import failed. Throws if a script does not arrive.
 */
const fetchScript = async (path: string, fetchedPaths = new Set<string>()): Promise<void> => {
  if (fetchedPaths.has(path)) return
  fetchedPaths.add(path)
  const response = await fetch(new URL(path, import.meta.url))
  if (!response.ok) throw new MissingScript()
  const needed = [...(await response.text()).matchAll(NEEDED)]
  await Promise.all(needed.map(([, other]) => fetchScript(other!, fetchedPaths)))
}

/**
 * Imports a script, with a retry after each pause, until it arrives or a newer build of the page exists. Throws
 * MissingScript.
 * @param load a function that only imports, whose text names the script
 */
export const arriving = async <T>(load: () => Promise<T>): Promise<T> => {
  for (const pauseMs of [...PAUSES_MS, 0]) {
    try {
      const script = IMPORTED.exec(String(load))?.[1]
      if (script) await fetchScript(script)
      return await load()
    } catch {
      const isOutdated = await lookForService()
      if (isOutdated || pauseMs === 0) break
      await new Promise(done => setTimeout(done, pauseMs))
    }
  }
  throw new MissingScript()
}
