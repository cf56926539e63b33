/**
 * Receivers of the bench `webhooks`, in a process of their own: `bun tests/bench/verifyingReceiver.ts`. Each delivery
 * is verified by the secret of its path. GET /verified answers the number of verified deliveries; PUT /secret/PATH sets
 * a secret.
 */
import { createServer, type IncomingMessage } from "node:http"
import type { AddressInfo } from "node:net"
import { parseArgs } from "node:util"
import { passesSixSteps } from "../support/receiver.ts"

const SECRET = /^\/secret(\/.*)$/

const bodyOf = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const listen = (): void => {
  const secrets = new Map<string, string>()
  const verified = new Set<string>()
  const server = createServer(async (request, response) => {
    const { method, url: path = "" } = request
    if (method === "GET") return response.end(String(verified.size))
    const raw = await bodyOf(request)
    const [, named] = SECRET.exec(path) ?? []
    if (named !== undefined) {
      secrets.set(named, raw.toString())
      return response.end()
    }
    const headers = request.headers as Record<string, string>
    const isGenuine = passesSixSteps({ headers, raw, receivedAt: new Date() }, secrets.get(path) ?? "")
    if (isGenuine) verified.add(`${path} ${headers["x-service-delivery"]}`)
    response.statusCode = isGenuine ? 200 : 401
    response.end("ok")
  })
  server.listen(0, "127.0.0.1", () => console.log(`port ${(server.address() as AddressInfo).port}`))
}

/** Receivers of any number of endpoints. */
export const startVerifyingReceiver = async () => {
  const child = Bun.spawn([process.execPath, import.meta.path, "listen"], { stdout: "pipe", stderr: "inherit" })
  const said = await child.stdout.getReader().read()
  const url = `http://127.0.0.1:${/port (\d+)/.exec(new TextDecoder().decode(said.value))?.[1]}`
  return {
    url,
    keepSecret: (path: string, secret: string) => fetch(`${url}/secret${path}`, { method: "PUT", body: secret }),
    verified: async () => Number(await (await fetch(url)).text()),
    end: () => child.kill(),
  }
}

if (import.meta.main && parseArgs({ allowPositionals: true }).positionals[0] === "listen") listen()
