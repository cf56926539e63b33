import type { ChildSetup, FromChild } from "./protocol.ts"

/**
 * Makes this process a child that runs the tasks of its parent, one after the other. The child ends with its parent,
 * even if the parent was killed or a task runs. A separate thread watches parent and memory (watch.ts).
 */
export const serveTasks = <Task, Answer>(work: (task: Task) => Answer | Promise<Answer>): void => {
  const setup: ChildSetup = JSON.parse(Bun.argv[2] ?? "{}")
  const say = (message: FromChild<Answer>) => process.send?.(message)
  const watch = new Worker(new URL("./watch.ts", import.meta.url))
  watch.onmessage = () => say({ kind: "ready" })
  watch.postMessage(setup)
  // Ctrl-C reaches the whole process group, but only the parent decides when its children end.
  process.on("SIGINT", () => {})
  process.on("SIGTERM", () => {})
  process.on("disconnect", () => process.exit(0))
  process.on("message", async (task: Task) => {
    try {
      const before = process.cpuUsage()
      const answer = await work(task)
      const { user, system } = process.cpuUsage(before)
      say({ kind: "answer", answer, residentBytes: process.memoryUsage.rss(), childMs: (user + system) / 1000 })
    } catch (error) {
      say({ kind: "broken", reason: (error instanceof Error && error.stack) || String(error) })
    }
  })
}
