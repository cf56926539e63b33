import { join } from "node:path"
import { until } from "./child.ts"

/** The service of another checkout, in a process of its own. */
export interface CheckoutService {
  address: string
  end(signal: "SIGTERM" | "SIGKILL"): Promise<void>
}

const START_LIMIT_MS = 240_000

/** Starts the embedded service of another checkout, whose dependencies are installed and whose build is done. */
export const startCheckout = async (cwd: string, env: Record<string, string | undefined>): Promise<CheckoutService> => {
  const child = Bun.spawn([process.execPath, "start.ts"], { cwd, env, stdout: "pipe", stderr: "inherit" })
  let output = ""
  const reading = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of child.stdout) output += decoder.decode(chunk, { stream: true })
  })()
  process.on("exit", () => child.kill("SIGKILL"))
  const listening = () => {
    if (child.exitCode !== null) throw new Error(`the service ended at its start:\n${output}`)
    return /listens on (\S+)/.exec(output)?.[1]
  }
  return {
    address: await until(async () => listening(), START_LIMIT_MS),
    async end(signal) {
      child.kill(signal)
      await child.exited
      await reading
    },
  }
}

/** Tag of the last migration of another checkout. */
export const lastMigrationOf = async (cwd: string): Promise<string> => {
  const read = (folder: string) => Bun.file(join(cwd, folder, "migrations/meta/_journal.json")).json()
  const journal: { entries: { tag: string }[] } = await read("store").catch(() => read("infra/database"))
  return journal.entries.at(-1)!.tag
}
