/**
 * Preload of a service: measures the longest stretch of processor time that its answering thread works without a turn
 * of the event loop. `GET /start` begins a measurement at the printed address, and `GET /stop` ends it.
 */
let isMeasuring = false
let longestMs = 0
let turnAtMs = 0

const threadMs = (): number => {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}

const turn = () => {
  const now = threadMs()
  longestMs = Math.max(longestMs, now - turnAtMs)
  turnAtMs = now
  if (isMeasuring) setImmediate(turn)
}

const probe = Bun.serve({
  port: 0,
  hostname: "127.0.0.1",
  fetch({ url }) {
    isMeasuring = url.endsWith("/start")
    if (!isMeasuring) return Response.json({ longestMs })
    longestMs = 0
    turnAtMs = threadMs()
    setImmediate(turn)
    return new Response()
  },
})
probe.unref()
console.log(`stretches at http://127.0.0.1:${probe.port}`)

export {}
