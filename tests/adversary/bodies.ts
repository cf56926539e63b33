/**
 * `npx bun tests/adversary/bodies.ts [NAME...]`: sends hostile bodies, each to a service of its own, and prints how
 * long /healthz waited meanwhile and how far the memory of the process grew. TEST_ENGINE=cluster measures an API on
 * PostgreSQL and NATS. It needs `npm run build`.
 */
import { readFileSync } from "node:fs"
import { connect } from "node:net"
import { startBench, startServers } from "../bench/benchCluster.ts"
import { memorySettings } from "../bench/memorySettings.ts"
import { ROOT, startChild } from "../support/child.ts"
import { ENGINE, LIVE_KEY, TEST_ENVIRONMENT, TEST_KEY } from "../support/service.ts"
import { BODIES, type HostileBody } from "./hostileBodies.ts"
import { newFolder } from "./target.ts"

const PROBE_EVERY_MS = 20
const PROBE_LIMIT_MS = 120_000
/** Time for the service to become idle after its start. */
const REST_MS = 3_000
const ANSWER_CHARS = 90
/** Linux counts processor time in hundredths of a second. */
const MS_PER_TICK = 10

interface Target {
  address: string
  processId: number
  end(): Promise<void>
}

const servers = ENGINE === "cluster" ? await startServers() : undefined

const startTarget = async (): Promise<Target> => {
  if (servers) {
    const bench = await startBench(servers, 1)
    const { address, api } = bench.cluster
    return { address, processId: api.processId, end: bench.end }
  }
  const settings = { ...memorySettings(ROOT), ...TEST_ENVIRONMENT, CALLS_PER_MINUTE: "1000000" }
  const child = await startChild("start.ts", { PORT: "0", ...settings, DATA_DIR: newFolder() }, /listens on (\S+)/)
  return { address: child.said, processId: child.processId, end: async () => void (await child.end("SIGKILL")) }
}

/** Processor time of the thread that answers [ms]. */
const threadMs = (processId: number): number => {
  const stat = readFileSync(`/proc/${processId}/task/${processId}/stat`, "utf8")
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ")
  return (Number(fields[11]) + Number(fields[12])) * MS_PER_TICK
}

const statusField = (processId: number, field: string): number =>
  Math.round(
    Number(new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${processId}/status`, "utf8"))?.[1]) / 1024,
  )

/** Sends a request. Resolves with the raw answer. */
const sendRaw = (address: string, { head, parts }: { head: string; parts: Iterable<Uint8Array> }): Promise<string> =>
  new Promise((done, fail) => {
    const { hostname, port } = new URL(address)
    let answer = ""
    const socket = connect(Number(port), hostname, async () => {
      socket.write(`${head}host: ${hostname}:${port}\r\nconnection: close\r\n\r\n`)
      for (const part of parts) {
        if (socket.destroyed) break
        if (!socket.write(part)) await new Promise(drained => socket.once("drain", drained).once("close", drained))
      }
    })
    socket.on("data", data => {
      answer += data.toString("latin1", 0, 4096)
    })
    socket.on("close", () => done(answer))
    socket.on("error", error => (answer ? done(answer) : fail(error)))
  })

const summary = (answer: string): string => {
  const [head = "", body = ""] = answer.split("\r\n\r\n", 2)
  const text = body
    .replace(/^[0-9a-f]+\r\n/, "")
    .replaceAll("|", "/")
    .slice(0, ANSWER_CHARS)
  return `${head.slice(9, 12)} ${text}`
}

const measure = async ({ place, body, type = "application/json", key = TEST_KEY, isChunked, prepare }: HostileBody) => {
  const target = await startTarget()
  try {
    const [method, given] = place.split(" ", 2)
    const path = prepare ? await prepare(target.address, given!) : given!
    await fetch(`${target.address}/v1/usage`, { headers: { "x-api-key": LIVE_KEY } })
    await Bun.sleep(REST_MS)
    const before = statusField(target.processId, "VmRSS")
    let waitMs = 0
    let workMs = 0
    const workedBefore = threadMs(target.processId)
    let isOver = false
    const probe = async () => {
      while (!isOver) {
        const [startMs, worked] = [performance.now(), threadMs(target.processId)]
        await fetch(`${target.address}/healthz`, { signal: AbortSignal.timeout(PROBE_LIMIT_MS) }).catch(() => {})
        waitMs = Math.max(waitMs, performance.now() - startMs)
        workMs = Math.max(workMs, threadMs(target.processId) - worked)
        await Bun.sleep(PROBE_EVERY_MS)
      }
    }
    const bytes = body()
    const probing = probe()
    const startMs = performance.now()
    const credential = key.startsWith("ey") ? `authorization: Bearer ${key}` : `x-api-key: ${key}`
    const length = isChunked ? "transfer-encoding: chunked" : `content-length: ${bytes.length}`
    const head = `${method} ${path} HTTP/1.1\r\n${credential}\r\ncontent-type: ${type}\r\n${length}\r\n`
    const answer = await sendRaw(target.address, { head, parts: slices(isChunked ? chunked(bytes) : bytes) })
    const tookMs = performance.now() - startMs
    isOver = true
    await probing
    return {
      waitMs: Math.round(waitMs),
      workMs,
      allMs: threadMs(target.processId) - workedBefore,
      tookMs: Math.round(tookMs),
      before,
      peak: statusField(target.processId, "VmHWM"),
      answer: summary(answer),
    }
  } finally {
    await target.end()
  }
}

const SLICE = 256 * 1024
const slices = function* (bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; at += SLICE) yield bytes.subarray(at, at + SLICE)
}

/** Each byte in a chunk of its own. */
const chunked = (bytes: Uint8Array): Uint8Array => {
  const frame = Buffer.from("1\r\n?\r\n")
  const framed = Buffer.alloc(bytes.length * frame.length + 5, frame)
  bytes.forEach((byte, i) => {
    framed[i * frame.length + 3] = byte
  })
  framed.write("0\r\n\r\n", bytes.length * frame.length)
  return framed
}

const names = Bun.argv.slice(2)
console.log(
  "| body | /healthz waits: ms | processor ms meanwhile | processor ms of all | answered after ms | MB before -> most | answer |",
)
console.log("|---|---|---|---|---|---|---|")
for (const hostile of BODIES.filter(({ name }) => names.length === 0 || names.some(part => name.includes(part)))) {
  const row = await measure(hostile).catch(error => ({
    waitMs: NaN,
    workMs: NaN,
    allMs: NaN,
    tookMs: NaN,
    before: 0,
    peak: 0,
    answer: error.message,
  }))
  console.log(
    `| ${hostile.name} | ${row.waitMs} | ${row.workMs} | ${row.allMs} | ${row.tookMs} | ${row.before} -> ${row.peak} | ${row.answer} |`,
  )
}
await servers?.database.kill()
await servers?.nats.kill()
process.exit(0)
