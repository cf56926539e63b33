import { fileURLToPath } from "node:url"

export const ROOT = fileURLToPath(new URL("../..", import.meta.url))

const START_TIMEOUT_MS = 60_000

/** A process of the product. */
export interface Child {
  processId: number
  /** Result of `ready` on its output. */
  said: string
  /** Output so far. */
  output(): string
  hasEnded(): boolean
  /** Ends it with a signal and waits for it; returns the exit code. */
  end(signal?: "SIGTERM" | "SIGKILL"): Promise<number>
  /** Sends a signal: SIGSTOP freezes it, as on a machine that hangs, SIGCONT continues it. */
  signal(signal: NodeJS.Signals): void
}

/**
 * Starts a file of the product after `preload`, from this checkout or from `folder`. Resolves when its output matches
 * `ready`; rejects with its output if it ends.
 */
export const startChild = async (
  file: string,
  env: Record<string, string>,
  ready: RegExp,
  { preload, folder = ROOT }: { preload?: string | undefined; folder?: string } = {},
): Promise<Child> => {
  const child = Bun.spawn([process.execPath, ...(preload ? ["--preload", preload] : []), file], {
    cwd: folder,
    env: { ...process.env, ...env },
    stdout: "pipe",
    stderr: "pipe",
  })
  let output = ""
  const collect = async (stream: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder()
    for await (const chunk of stream) output += decoder.decode(chunk, { stream: true })
  }
  const reading = Promise.all([collect(child.stdout), collect(child.stderr)])
  const said = await until(
    async () => {
      if (child.exitCode === null) return ready.exec(output)?.[1]
      await reading
      throw new Error(`the service ended at its start:\n${output}`)
    },
    START_TIMEOUT_MS,
    () => `the service did not start:\n${output}`,
  )
  return {
    processId: child.pid,
    said,
    output: () => output,
    hasEnded: () => child.exitCode !== null || child.signalCode !== null,
    async end(signal = "SIGTERM") {
      child.kill(signal)
      const code = await child.exited
      await reading
      return code
    },
    signal: signal => child.kill(signal),
  }
}

/** Waits for a condition: calls `look` until it returns a value; fails with `explain` after `timeoutMs`. */
export const until = async <T>(
  look: () => T | undefined | Promise<T | undefined>,
  timeoutMs = 30_000,
  explain: () => string = () => "the condition did not come true in time",
): Promise<T> => {
  const deadlineMs = performance.now() + timeoutMs
  for (;;) {
    const value = await look()
    if (value !== undefined) return value
    if (performance.now() > deadlineMs) throw new Error(explain())
    await Bun.sleep(10)
  }
}
