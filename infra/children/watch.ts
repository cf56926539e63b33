import { type ChildSetup, MEMORY_SIGNAL } from "./protocol.ts"

/** Thread that ends a child after its parent's end or beyond its memory limit, regardless of its main thread. */

declare const self: Worker

const INTERVAL_MS = 100

self.onmessage = ({ data: { parentId, memoryLimitBytes } }: MessageEvent<ChildSetup>) => {
  setInterval(() => {
    if (process.ppid !== parentId) process.kill(process.pid, "SIGKILL")
    if (process.memoryUsage.rss() > memoryLimitBytes) process.kill(process.pid, MEMORY_SIGNAL)
  }, INTERVAL_MS)
  self.postMessage("watching")
}
