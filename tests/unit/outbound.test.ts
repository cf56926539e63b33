import { afterAll, expect, test } from "bun:test"
import { mkdtempSync, readFileSync } from "node:fs"
import { createServer, type Server, type Socket } from "node:net"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createServer as createTlsServer } from "node:tls"
import { isAllowedAddress, isPublicAddress, networksOf } from "../../infra/outbound/addresses.ts"
import { createOutbound } from "../../infra/outbound/client.ts"
import type { OutboundError } from "../../infra/outbound/errors.ts"

const servers: Server[] = []
const sockets = new Set<Socket>()
afterAll(() => {
  for (const server of servers) server.close()
  for (const socket of sockets) socket.destroy()
})

const listen = (server: Server, host = "127.0.0.1"): Promise<number> =>
  new Promise(done => {
    servers.push(server)
    server.listen(0, host, () => done((server.address() as { port: number }).port))
  })

/** A server that treats each connection as instructed; returns its port. */
const serve = (treat: (socket: Socket) => void): Promise<number> =>
  listen(
    createServer(socket => {
      sockets.add(socket)
      socket.on("error", () => {})
      treat(socket)
    }),
  )

/** A server that answers each request with these bytes. */
const answering = (answer: string): Promise<number> =>
  serve(socket => socket.on("data", () => socket.end(answer.replaceAll("\n", "\r\n"))))

const OK = "HTTP/1.1 200 OK\nContent-Length: 2\n\nok"
const open = createOutbound({ allowPrivate: true })
const guarded = createOutbound({ allowPrivate: false })

const failure = (call: Promise<unknown>): Promise<OutboundError> =>
  call.then(
    () => {
      throw new Error("the call should have failed")
    },
    error => error,
  )

test("only addresses of the public internet pass", () => {
  const passing = ["8.8.8.8", "93.184.215.14", "172.32.0.1", "100.63.255.255", "2606:4700::1", "2a00:1450::8a"]
  expect(passing.filter(address => !isPublicAddress(address))).toEqual([])
  const refused = [
    ["unspecified", "0.0.0.0", "::"],
    ["loopback", "127.0.0.1", "127.255.255.254", "::1"],
    ["private", "10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.1.1", "fc00::1", "fd12:3456::1"],
    ["link-local", "169.254.1.1", "fe80::1", "fec0::1"],
    ["carrier-grade NAT", "100.64.0.1", "100.127.255.255"],
    ["metadata", "169.254.169.254", "fd00:ec2::254", "100.100.100.200", "168.63.129.16", "192.0.0.192"],
    ["multicast and broadcast", "224.0.0.1", "239.255.255.255", "255.255.255.255", "ff02::1"],
    ["mapped and compatible", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::7f00:1", "::ffff:0:7f00:1"],
    ["6to4, Teredo, NAT64", "2002:7f00:1::", "2001:0:4136:e378::1", "64:ff9b::7f00:1", "64:ff9b:1::a00:1"],
    ["documentation, benchmarks", "192.0.2.1", "198.51.100.1", "203.0.113.1", "198.18.0.1", "2001:db8::1", "3fff::1"],
    ["reserved", "240.0.0.1", "192.88.99.1", "100::1", "5f00::1", "4000::1"],
    ["no address", "", "localhost", "fe80::1%eth0"],
  ]
  expect(refused.map(([kind, ...addresses]) => [kind, ...addresses.filter(isPublicAddress)])).toEqual(
    refused.map(([kind]) => [kind]),
  )
})

test("networks of the operator pass, and link-local addresses and metadata services never do", () => {
  const networks = networksOf("10.20.0.0/16, fd12::/16")!
  const inThem = ["10.20.3.4", "::ffff:10.20.3.4", "fd12:1::1", "8.8.8.8", "2606:4700::1"]
  const others = ["127.0.0.1", "10.21.0.1", "192.168.1.1", "fd13::1", "0.0.0.0", "::1"]
  expect(inThem.filter(address => !isAllowedAddress(address, networks))).toEqual([])
  expect(others.filter(address => isAllowedAddress(address, networks))).toEqual([])
  const local = ["127.0.0.1", "10.20.3.4", "192.168.1.1", "100.64.0.1", "0.0.0.0", "::", "::1", "fd12::1"]
  expect(local.filter(address => !isAllowedAddress(address, true))).toEqual([])
  expect([...local, "8.8.8.8"].filter(address => isAllowedAddress(address, false))).toEqual(["8.8.8.8"])
  const never = [
    ...["169.254.169.254", "169.254.1.1", "::ffff:169.254.169.254", "fe80::1", "fe80::1%eth0", "168.63.129.16"],
    ...["100.100.100.200", "192.0.0.192", "fd00:ec2::254", "fd20:ce::254", "64:ff9b::a9fe:a9fe", "::a9fe:a9fe"],
    ...["64:ff9b::6464:64c8", "2002:a9fe:a9fe::", "64:ff9b:1::a9fe:a9fe", "::ffff:0:a9fe:a9fe", "localhost", ""],
  ]
  const all = networksOf("0.0.0.0/0,::/0")!
  for (const allowed of [true, false, all])
    expect(never.filter(address => isAllowedAddress(address, allowed))).toEqual([])
  // A resolver with DNS64 adds an address with the IPv4 address: 10.20.3.4, 8.8.8.8, and 10.21.0.1.
  const translated = ["64:ff9b::a14:304", "64:ff9b::808:808", "64:ff9b::a15:1"]
  expect(translated.filter(address => isAllowedAddress(address, networks))).toEqual(translated.slice(0, 2))
  expect(translated.filter(address => isAllowedAddress(address, true))).toEqual(translated)
  // A host that the operator configures may have any address.
  const addresses = never.filter(address => address !== "localhost" && address !== "")
  expect(addresses.filter(address => !isAllowedAddress(address, "any"))).toEqual([])
})

test("a host of an allowed network that also has a link-local address is not called, and no redirect is followed", async () => {
  const networks = networksOf("127.0.0.0/8")!
  const resolving = (...addresses: string[]) =>
    createOutbound({ allowPrivate: networks, resolve: async () => addresses })
  const port = await answering("HTTP/1.1 302 Found\nLocation: http://169.254.169.254/latest/\nContent-Length: 0\n\n")
  const url = `http://hook.test:${port}/`
  expect((await resolving("127.0.0.1")({ url })).status).toBe(302)
  for (const addresses of [["169.254.169.254"], ["127.0.0.1", "169.254.169.254"], ["10.1.1.1"]])
    expect((await failure(resolving(...addresses)({ url }))).code).toBe("OUTBOUND_ADDRESS_NOT_PUBLIC")
})

test("a private address is refused however it is written", async () => {
  const port = await answering(OK)
  const hosts = [
    "127.0.0.1",
    "127.1",
    "0x7f.1",
    "0177.0.0.1",
    "2130706433",
    "127.0.0.1.",
    "１２７.0.0.1",
    "%31%32%37.1",
  ]
  const names = ["localhost", "LOCALHOST", "[::1]", "[::ffff:7f00:1]", "[::127.0.0.1]", "[fd00::1]"]
  for (const host of [...hosts, ...names])
    expect([host, (await failure(guarded({ url: `http://${host}:${port}/` }))).code]).toEqual([
      host,
      "OUTBOUND_ADDRESS_NOT_PUBLIC",
    ])
})

test("one private address among public ones refuses the call, and its message names no address", async () => {
  const call = createOutbound({ allowPrivate: false, resolve: async () => ["93.184.215.14", "10.1.2.3"] })
  const error = await failure(call({ url: "http://hook.test/" }))
  expect(error.code).toBe("OUTBOUND_ADDRESS_NOT_PUBLIC")
  expect(error.message).not.toContain("10.1.2.3")
})

test("a name that changes its address after the check is called at the checked address", async () => {
  let checkedHits = 0
  let reboundHits = 0
  const server = createServer(socket => {
    checkedHits++
    socket.on("error", () => {})
    socket.on("data", () => socket.end(OK.replaceAll("\n", "\r\n")))
  })
  const port = await listen(server, "127.0.0.2")
  const rebound = createServer(socket => {
    reboundHits++
    socket.destroy()
  })
  servers.push(rebound)
  await new Promise<void>(done => rebound.listen(port, "127.0.0.1", () => done()))

  let asked = 0
  const call = createOutbound({ allowPrivate: true, resolve: async () => [asked++ === 0 ? "127.0.0.2" : "127.0.0.1"] })
  const answer = await call({ url: `http://localhost:${port}/` })
  expect([answer.status, asked, checkedHits, reboundHits]).toEqual([200, 1, 1, 0])
})

test("a second checked address is tried when the first refuses", async () => {
  const port = await answering(OK)
  const call = createOutbound({ allowPrivate: true, resolve: async () => ["::1", "127.0.0.1"] })
  expect((await call({ url: `http://hook.test:${port}/` })).status).toBe(200)
})

test("method, path, headers and the exact bytes arrive; the host keeps its name; every call has its own connection", async () => {
  let connections = 0
  const requests: string[] = []
  const port = await serve(socket => {
    connections++
    socket.on("data", data => {
      requests.push(data.toString("latin1"))
      socket.write("HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX-Answer: yes\r\n\r\n")
    })
  })
  const call = createOutbound({ allowPrivate: true, resolve: async () => ["127.0.0.1"] })
  const body = new TextEncoder().encode('{"a":"é"}')
  const request = { url: `http://hook.test:${port}/a/b?c=d`, method: "POST" as const, headers: { "X-One": "1" }, body }
  const answer = await call(request)
  await call(request)
  expect(answer).toMatchObject({ status: 200, isTruncated: false, headers: { "x-answer": "yes" } })
  expect(answer.body.length).toBe(0)
  expect(connections).toBe(2)
  expect(requests[0]).toStartWith("POST /a/b?c=d HTTP/1.1\r\n")
  expect(requests[0]).toContain(`Host: hook.test:${port}\r\n`)
  expect(requests[0]).toContain("X-One: 1\r\n")
  expect(requests[0]).toContain(`Content-Length: ${body.length}\r\n`)
  expect(requests[0]).toEndWith(Buffer.from(body).toString("latin1"))
})

test("a proxy of the environment is not used", async () => {
  const port = await answering(OK)
  let proxied = 0
  const proxyPort = await serve(socket => {
    proxied++
    socket.destroy()
  })
  const program = `
    const { createOutbound } = await import("./infra/outbound/client.ts")
    const answer = await createOutbound({ allowPrivate: true })({ url: "http://127.0.0.1:${port}/" })
    console.log(answer.status)`
  const proxy = `http://127.0.0.1:${proxyPort}`
  const child = Bun.spawn([process.execPath, "-e", program], {
    env: { ...process.env, HTTP_PROXY: proxy, http_proxy: proxy, ALL_PROXY: proxy, NODE_USE_ENV_PROXY: "1" },
    stdout: "pipe",
  })
  expect([(await new Response(child.stdout).text()).trim(), proxied]).toEqual(["200", 0])
})

test("a redirect is an answer and is not followed", async () => {
  let followed = 0
  const target = await serve(() => followed++)
  for (const status of [301, 302, 303, 307, 308]) {
    const port = await answering(
      `HTTP/1.1 ${status} Moved\nLocation: http://127.0.0.1:${target}/\nContent-Length: 0\n\n`,
    )
    const answer = await open({ url: `http://127.0.0.1:${port}/` })
    expect([answer.status, answer.headers.location, followed]).toEqual([status, `http://127.0.0.1:${target}/`, 0])
  }
})

test("no more than the limit of an answer is kept, and the connection is closed on the rest", async () => {
  let sent = 0
  let isClosed = false
  const total = 50_000_000
  const port = await serve(socket => {
    socket.on("close", () => {
      isClosed = true
    })
    socket.once("data", () => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${total}\r\n\r\n`)
      const pump = () => {
        while (!socket.destroyed && sent < total) {
          sent += 65_536
          if (!socket.write(Buffer.alloc(65_536, "x"))) return socket.once("drain", pump)
        }
      }
      pump()
    })
  })
  const answer = await open({ url: `http://127.0.0.1:${port}/` })
  expect([answer.status, answer.isTruncated, answer.body.length]).toEqual([200, true, 65_536])
  while (!isClosed) await Bun.sleep(1)
  expect(sent).toBeLessThan(total)
})

test("a body of exactly the limit is whole", async () => {
  const port = await answering(`HTTP/1.1 200 OK\nContent-Length: 10\n\n${"x".repeat(10)}`)
  const whole = await open({ url: `http://127.0.0.1:${port}/`, maxBodyBytes: 10 })
  expect([whole.isTruncated, whole.body.length]).toEqual([false, 10])
  const cut = await open({ url: `http://127.0.0.1:${port}/`, maxBodyBytes: 9 })
  expect([cut.isTruncated, cut.body.length]).toEqual([true, 9])
})

test("the deadline holds for silence, for a head that drips and for a body that drips", async () => {
  const drip = (socket: Socket, start: string) => {
    socket.once("data", () => {
      socket.write(start)
      const timer = setInterval(() => (socket.destroyed ? clearInterval(timer) : socket.write("x")), 20)
    })
  }
  const silent = await serve(() => {})
  const head = await serve(socket => drip(socket, "HTTP/1.1 200 OK\r\nX-Slow: "))
  const body = await serve(socket => drip(socket, "HTTP/1.1 202 OK\r\nContent-Length: 5000\r\n\r\n"))
  const call = (port: number) => failure(open({ url: `http://127.0.0.1:${port}/`, deadlineMs: 150 }))
  const [ofSilent, ofHead, ofBody] = await Promise.all([call(silent), call(head), call(body)])
  expect([ofSilent.code, ofHead.code, ofBody.code]).toEqual(Array(3).fill("OUTBOUND_DEADLINE_PASSED"))
  expect([ofSilent.status, ofHead.status, ofBody.status]).toEqual([undefined, undefined, 202])
  expect(ofBody.body?.length).toBeGreaterThan(0)
})

test("the deadline holds for a resolver that never answers", async () => {
  const call = createOutbound({ allowPrivate: true, resolve: () => new Promise(() => {}) })
  expect((await failure(call({ url: "http://hook.test/", deadlineMs: 50 }))).code).toBe("OUTBOUND_DEADLINE_PASSED")
})

test("the caller may give a call up, before it starts and while it waits", async () => {
  const port = await serve(() => {})
  const early = open({ url: `http://127.0.0.1:${port}/`, signal: AbortSignal.abort() })
  expect((await failure(early)).code).toBe("OUTBOUND_CALL_ABANDONED")
  const ending = new AbortController()
  const waiting = failure(open({ url: `http://127.0.0.1:${port}/`, signal: ending.signal }))
  setTimeout(() => ending.abort(), 20)
  expect((await waiting).code).toBe("OUTBOUND_CALL_ABANDONED")
})

test("each cause has its code", async () => {
  const refused = createServer()
  const refusedPort = await listen(refused)
  await new Promise<void>(done => refused.close(() => done()))
  const ports = {
    reset: await serve(socket => socket.once("data", () => socket.resetAndDestroy())),
    closed: await serve(socket => socket.once("data", () => socket.end())),
    half: await answering("HTTP/1.1 200 OK\nContent-Length: 20\n\nok"),
    nonsense: await answering("hello\n\n"),
    bigHead: await answering(`HTTP/1.1 200 OK\nX-Big: ${"x".repeat(200_000)}\n\n`),
  }
  const codeOf = async (url: string) => (await failure(open({ url }))).code
  expect(await codeOf(`http://127.0.0.1:${refusedPort}/`)).toBe("OUTBOUND_CONNECTION_FAILED")
  expect(await codeOf(`http://127.0.0.1:${ports.reset}/`)).toBe("OUTBOUND_CONNECTION_LOST")
  expect(await codeOf(`http://127.0.0.1:${ports.closed}/`)).toBe("OUTBOUND_CONNECTION_LOST")
  expect(await codeOf(`http://127.0.0.1:${ports.half}/`)).toBe("OUTBOUND_CONNECTION_LOST")
  expect(await codeOf(`http://127.0.0.1:${ports.nonsense}/`)).toBe("OUTBOUND_ANSWER_NOT_HTTP")
  expect(await codeOf(`http://127.0.0.1:${ports.bigHead}/`)).toBe("OUTBOUND_ANSWER_NOT_HTTP")
  expect(await codeOf(`https://127.0.0.1:${ports.nonsense}/`)).toBe("OUTBOUND_TLS_FAILED")
  expect(await codeOf("http://nothing.invalid/")).toBe("OUTBOUND_HOST_NOT_FOUND")
  for (const url of ["", "hook.test", "/hook", "ftp://hook.test/", "file:///etc/passwd", "http://me:secret@hook.test/"])
    expect([url, await codeOf(url)]).toEqual([url, "OUTBOUND_URL_NOT_CALLABLE"])
})

test("TLS is checked against the host's name, not the address", async () => {
  const folder = mkdtempSync(join(tmpdir(), "solar-scan-tls-"))
  const made = Bun.spawnSync(
    [
      ...["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"],
      ...["-keyout", "key.pem", "-out", "cert.pem", "-days", "30", "-subj", "/CN=hook.test"],
      ...["-addext", "subjectAltName=DNS:hook.test"],
    ],
    { cwd: folder },
  )
  expect(made.exitCode).toBe(0)
  const [key, cert] = ["key.pem", "cert.pem"].map(name => readFileSync(join(folder, name), "utf8"))
  const names: unknown[] = []
  const server = createTlsServer({ key, cert }, socket => {
    names.push((socket as { servername?: string }).servername)
    socket.on("error", () => {})
    socket.on("data", () => socket.end(OK.replaceAll("\n", "\r\n")))
  })
  const port = await listen(server)
  const resolve = async () => ["127.0.0.1"]
  const trusting = createOutbound({ allowPrivate: true, resolve, ca: cert })
  expect((await trusting({ url: `https://hook.test:${port}/` })).status).toBe(200)
  expect(names).toEqual(["hook.test"])
  expect((await failure(trusting({ url: `https://other.test:${port}/` }))).code).toBe("OUTBOUND_TLS_FAILED")
  expect((await failure(trusting({ url: `https://127.0.0.1:${port}/` }))).code).toBe("OUTBOUND_TLS_FAILED")
  const plain = createOutbound({ allowPrivate: true, resolve })
  expect((await failure(plain({ url: `https://hook.test:${port}/` }))).code).toBe("OUTBOUND_TLS_FAILED")
  expect(names).toEqual(["hook.test"])
})
