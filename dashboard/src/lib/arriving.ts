import { lookForService } from "./connection.ts"

/** A script that did not arrive, though it was asked for again. */
export class MissingScript extends Error {}

/** Pauses before a script is asked for again: a service that restarts is back within their sum. */
const PAUSES_MS = [500, 1_000, 2_000, 4_000]

/** The script that a function imports, as the build writes it. */
const IMPORTED = /\bimport\("(\.\/[^"]+\.js)"\)/
/** Scripts that a script needs before it runs. */
const NEEDED = /\b(?:from|import)"(\.\/[^"]+\.js)"/g

/**
 * Fetches a script and its transitive imports, so that it is complete before it is imported. Under the HTML standard
 * until 2025, many browsers never retry a script whose import failed. Throws if a script does not arrive.
 */
const fetchScript = async (path: string, asked = new Set<string>()): Promise<void> => {
  if (asked.has(path)) return
  asked.add(path)
  const response = await fetch(new URL(path, import.meta.url))
  if (!response.ok) throw new MissingScript()
  const needed = [...(await response.text()).matchAll(NEEDED)]
  await Promise.all(needed.map(([, other]) => fetchScript(other!, asked)))
}

/**
 * Imports a script, again after each pause while it does not arrive, and no more once there is a newer build of the
 * page. Throws MissingScript.
 * @param load a function that does nothing but import: its text names the script
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
