import { type ChildSetup, MEMORY_SIGNAL } from "./protocol.ts"

/**
 * The thread that ends a child whose parent is gone or whose memory passed its limit, whatever its main thread does.
 */

declare const self: Worker

const INTERVAL_MS = 100

self.onmessage = ({ data: { parentId, memoryLimitBytes } }: MessageEvent<ChildSetup>) => {
  setInterval(() => {
    if (process.ppid !== parentId) process.kill(process.pid, "SIGKILL")
    if (process.memoryUsage.rss() > memoryLimitBytes) process.kill(process.pid, MEMORY_SIGNAL)
  }, INTERVAL_MS)
  self.postMessage("watching")
}
