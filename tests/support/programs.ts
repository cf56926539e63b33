import { type ChildProcess, spawn, spawnSync } from "node:child_process"
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs"
import { createServer } from "node:net"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"

/** Command that brings the servers of the cluster tests. */
export const HOW_TO_INSTALL = "sudo apt-get install -y postgresql nats-server"

const postgresFolder = (): string | undefined => {
  const root = "/usr/lib/postgresql"
  const versions = existsSync(root) ? readdirSync(root).sort((a, b) => Number(b) - Number(a)) : []
  return versions.map(version => join(root, version, "bin")).find(folder => existsSync(join(folder, "initdb")))
}

/** Programs of the cluster tests that this machine lacks. */
export const missingPrograms = (): string[] => [
  ...(postgresFolder() ? [] : ["PostgreSQL"]),
  ...(Bun.which("nats-server") ? [] : ["nats-server"]),
]

/** Linux gives ports from 32,768 to outgoing connections. */
const FIRST_PORT = 12_000
const PORTS = 20_000
/**
 * A port of loopback that is free now. A server that is killed and started again gets it back, since no outgoing
 * connection of another test can take it meanwhile.
 */
export const freePort = async (): Promise<number> => {
  for (;;) {
    const port = FIRST_PORT + Math.floor(Math.random() * PORTS)
    if (await isFree(port)) return port
  }
}
const isFree = (port: number): Promise<boolean> =>
  new Promise(done => {
    const server = createServer().once("error", () => done(false))
    server.listen(port, "127.0.0.1", () => server.close(() => done(true)))
  })

/** A server that a test may kill and start again on the same port. */
export interface TestServer {
  port: number
  /** Process id of the running server. */
  processId(): number
  url: string
  /** Kills it as a crash would. */
  kill(): Promise<void>
  start(): Promise<void>
  /** Kills it and removes its files. */
  close(): Promise<void>
}

const folders = new Set<string>()
const children = new Set<ChildProcess>()
process.on("exit", () => {
  for (const child of children) child.kill("SIGKILL")
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})

const newFolder = (name: string): string => {
  const folder = mkdtempSync(join(tmpdir(), `solar-scan-${name}-`))
  folders.add(folder)
  return folder
}

const removeFolder = (folder: string): void => {
  folders.delete(folder)
  rmSync(folder, { recursive: true, force: true })
}

const START_TIMEOUT_MS = 20_000

const untilAnswers = async (port: number, what: string): Promise<void> => {
  const deadlineMs = performance.now() + START_TIMEOUT_MS
  while (performance.now() < deadlineMs) {
    const isUp = await Bun.connect({ hostname: "127.0.0.1", port, socket: { data() {} } }).then(
      socket => {
        socket.end()
        return true
      },
      () => false,
    )
    if (isUp) return
    await Bun.sleep(20)
  }
  throw new Error(`${what} does not answer on port ${port}`)
}

const killed = (child: ChildProcess | undefined, signal: "SIGKILL" | "SIGTERM" = "SIGKILL"): Promise<void> =>
  new Promise(done => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return done()
    child.once("exit", () => done())
    child.kill(signal)
  })

const run = (program: string, args: string[]): ChildProcess => {
  const child = spawn(program, args, { stdio: "ignore" })
  children.add(child)
  child.once("exit", () => children.delete(child))
  const [config] = args.slice(-1)
  afterUs(`grep -q '${config}' /proc/${child.pid}/cmdline && kill -9 ${child.pid}`, dirname(config!))
  return child
}

/** Runs a command and removes a folder when this process ends in any way: bun test has no exit event. */
const afterUs = (command: string, folder: string): void => {
  const script = `while kill -0 ${process.pid}; do sleep 1; done; ${command}; rm -rf '${folder}'`
  spawn("sh", ["-c", script], { stdio: "ignore", detached: true }).unref()
}

interface NatsServer extends TestServer {
  /** Kills it, and its store with it. */
  loseStore(): Promise<void>
  /** Stops the server and removes stored messages; positions of consumers stay, as may happen in a power cut. */
  loseMessages(): Promise<void>
}

/** A nats-server with JetStream; `config` is written in addition to its own settings (users, TLS). */
export const startNats = async (config = "", { jetStream = true } = {}): Promise<NatsServer> => {
  const folder = newFolder("nats")
  const port = await freePort()
  const file = join(folder, "nats.conf")
  const store = jetStream ? `jetstream { store_dir: "${folder}/store" }` : ""
  writeFileSync(file, `listen: "127.0.0.1:${port}"\n${store}\n${config}\n`)
  let child: ChildProcess | undefined
  const server: NatsServer = {
    port,
    processId: () => child?.pid ?? 0,
    url: `nats://127.0.0.1:${port}`,
    async start() {
      child = run("nats-server", ["--config", file])
      await untilAnswers(port, "nats-server")
    },
    kill: () => killed(child),
    async loseStore() {
      await killed(child)
      rmSync(join(folder, "store"), { recursive: true, force: true })
    },
    async loseMessages() {
      await killed(child, "SIGTERM")
      for (const messages of new Bun.Glob("**/streams/*/msgs/*").scanSync({ cwd: folder, dot: true }))
        rmSync(join(folder, messages))
    },
    async close() {
      await killed(child)
      removeFolder(folder)
    },
  }
  await server.start()
  return server
}

/**
 * A PostgreSQL of its own. It refuses to run as root, so root starts it as the user postgres. With a certificate it
 * accepts connections over TLS only.
 */
export const startPostgres = async (tls?: { certificate: string; key: string }): Promise<TestServer> => {
  const programs = postgresFolder()
  if (!programs) throw new Error(`PostgreSQL is not installed: ${HOW_TO_INSTALL}`)
  const isRoot = process.getuid?.() === 0
  const asPostgres = (program: string, args: string[]): [string, string[]] => {
    const path = join(programs, program)
    return isRoot ? ["runuser", ["-u", "postgres", "--", path, ...args]] : [path, args]
  }
  const control = (...args: string[]) => {
    const { status, stderr } = spawnSync(...asPostgres("pg_ctl", ["-D", data, ...args]), { encoding: "utf8" })
    if (status !== 0) throw new Error(`pg_ctl ${args[0]} failed: ${stderr}`)
  }
  const folder = newFolder("postgres")
  chmodSync(folder, 0o755)
  const data = join(folder, "data")
  mkdirSync(data, { mode: 0o700 })
  if (isRoot) spawnSync("chown", ["postgres", data])
  const made = spawnSync(
    ...asPostgres("initdb", ["-D", data, "-U", "solar", "--auth=trust", "-E", "UTF8", "--no-sync"]),
    {
      encoding: "utf8",
    },
  )
  if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`)
  if (tls) {
    copyFileSync(tls.certificate, join(data, "server.crt"))
    copyFileSync(tls.key, join(data, "server.key"))
    chmodSync(join(data, "server.key"), 0o600)
    if (isRoot) spawnSync("chown", ["postgres", join(data, "server.crt"), join(data, "server.key")])
    writeFileSync(join(data, "pg_hba.conf"), "hostssl all all 127.0.0.1/32 trust\n")
  }
  const port = await freePort()
  const settings = [`-p ${port}`, "listen_addresses=127.0.0.1", "unix_socket_directories=''", "max_connections=400"]
  // Committed data survives a killed server without these writes: only a crash of the machine needs them.
  settings.push("fsync=off", "full_page_writes=off")
  if (tls) settings.push("ssl=on")
  const options = settings.map((setting, i) => (i === 0 ? setting : `-c ${setting}`)).join(" ")
  const server: TestServer = {
    port,
    processId: () => Number(readFileSync(join(data, "postmaster.pid"), "utf8").split("\n")[0]),
    url: `postgres://solar@127.0.0.1:${port}/postgres`,
    start: async () => control("-l", join(data, "server.log"), "-w", "-o", options, "start"),
    kill: async () => control("-m", "immediate", "stop"),
    async close() {
      await server.kill().catch(() => {})
      removeFolder(folder)
    },
  }
  await server.start()
  const [stop, stopArguments] = asPostgres("pg_ctl", ["-D", data, "-m", "immediate", "stop"])
  afterUs([stop, ...stopArguments].join(" "), folder)
  return server
}
