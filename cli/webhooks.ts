import { createServer, type IncomingMessage, type ServerResponse } from "node:http"
import type { AddressInfo } from "node:net"
import { parseArgs } from "node:util"
import { DEFAULT_TOLERANCE_SECONDS, verifyWebhook } from "../client/verifyWebhook.ts"

/** Bytes of a webhook that are read; the service sends far less. */
const MAX_BODY_BYTES = 1024 * 1024

const HELP = `npm run webhooks -- listen [--port 4000] [--secret whsec_…]

Receives webhooks on this machine, prints them and verifies their signatures.
  --port    where it listens; default 4000, 0 takes a free one
  --secret  the endpoint's signing secret; also read from WEBHOOK_SECRET. Without it nothing is verified
Register the address it prints as an endpoint. A service that is to reach it needs WEBHOOK_ALLOW_PRIVATE=1.
Answers 200 to what verifies, 401 to what does not.`

interface Listener {
  url: string
  close(): Promise<void>
}

/** A local receiver that hands every webhook to `print` as text. Throws what listening throws. */
export const listen = async (
  port: number,
  secret: string | undefined,
  print: (text: string) => void,
): Promise<Listener> => {
  const server = createServer((request, response) => {
    receive(request, response, secret, print).catch(error => {
      print(`a request could not be read: ${error.message}`)
      response.destroy()
    })
  })
  await new Promise<void>((done, fail) => {
    server.once("error", fail)
    server.listen(port, "127.0.0.1", done)
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise(done => server.close(() => done())),
  }
}

const receive = async (
  request: IncomingMessage,
  response: ServerResponse,
  secret: string | undefined,
  print: (text: string) => void,
): Promise<void> => {
  const body = await readBody(request)
  const { "x-service-event": event, "x-service-delivery": delivery, "x-service-signature": signature } = request.headers
  const isGenuine = secret === undefined || verifyWebhook(body, [signature].flat()[0], secret)
  const verdict =
    secret === undefined ? "not verified: no --secret" : isGenuine ? "verified" : explain(body, signature, secret)
  print(
    `${new Date().toISOString()}  ${event ?? "no event"}  ${verdict}\n  delivery ${delivery ?? "-"}\n${indented(body)}\n`,
  )
  response.writeHead(isGenuine ? 200 : 401).end()
}

const readBody = async (request: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = []
  let length = 0
  for await (const chunk of request) {
    length += chunk.length
    if (length > MAX_BODY_BYTES) throw new Error(`its body is larger than ${MAX_BODY_BYTES} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const explain = (body: Uint8Array, signature: string | string[] | undefined, secret: string): string => {
  if (signature === undefined) return "REFUSED: it has no signature"
  const isOld = verifyWebhook(body, [signature].flat()[0], secret, { toleranceSeconds: Number.POSITIVE_INFINITY })
  return isOld
    ? `REFUSED: signed more than ${DEFAULT_TOLERANCE_SECONDS} s ago or ahead`
    : "REFUSED: the signature is wrong, so the secret or the body differs"
}

const indented = (body: Uint8Array): string => {
  const text = new TextDecoder().decode(body)
  return prettyJson(text).replace(/^/gm, "  ")
}

const prettyJson = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2)
  } catch {
    return JSON.stringify(text)
  }
}

const main = async (): Promise<void> => {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { port: { type: "string", default: "4000" }, secret: { type: "string" }, help: { type: "boolean" } },
  })
  const { port, help, secret = process.env.WEBHOOK_SECRET } = values
  if (help || positionals.join(" ") !== "listen" || !/^\d{1,5}$/.test(port)) {
    console.log(HELP)
    process.exit(help ? 0 : 1)
  }
  const { url } = await listen(Number(port), secret, console.log)
  console.log(`Waiting for webhooks at ${url}${secret ? "" : " (without a secret: nothing is verified)"}\n`)
}

if (import.meta.main)
  main().catch(error => {
    console.error(`webhooks: ${error.message}`)
    process.exit(1)
  })
