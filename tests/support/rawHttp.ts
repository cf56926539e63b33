import { connect } from "node:net"

const ANSWER_LIMIT_MS = 10_000

export interface RawAnswer {
  status: number
  headers: string
  body: string
}

/** Sends bytes that no HTTP client would send, and reads one whole answer. */
export const sendRaw = (address: string, request: string): Promise<RawAnswer> =>
  new Promise((done, fail) => {
    const { hostname, port } = new URL(address)
    let text = ""
    const socket = connect(Number(port), hostname, () => socket.write(request))
    socket.setTimeout(ANSWER_LIMIT_MS, () => socket.destroy(new Error("no answer in time")))
    socket.on("data", chunk => {
      text += chunk.toString("latin1")
      const length = /\r\ncontent-length: (\d+)\r\n/i.exec(text)?.[1]
      const start = text.indexOf("\r\n\r\n") + 4
      if (start > 3 && length && text.length - start >= Number(length)) socket.destroy()
    })
    socket.on("error", fail)
    socket.on("close", () => {
      const headers = text.split("\r\n\r\n", 1)[0]!
      done({ status: Number(headers.split(" ")[1]), headers, body: text.slice(headers.length + 4) })
    })
  })

/** A GET with given Host headers, on a connection of its own. */
export const getRaw = (address: string, path: string, hosts: string[], version = "1.1"): Promise<RawAnswer> =>
  sendRaw(
    address,
    `GET ${path} HTTP/${version}\r\n${hosts.map(host => `Host: ${host}\r\n`).join("")}Connection: close\r\n\r\n`,
  )
