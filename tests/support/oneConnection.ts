import { Agent, request } from "node:http"

/**
 * Calls a service over one connection that stays open, for services that accept no other. Returns the texts of its
 * answers.
 */
export const overOneConnection = (address: string, key: string) => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const { hostname: host, port } = new URL(address)
  return (method: string, path: string, body = ""): Promise<string> =>
    new Promise((done, fail) => {
      const headers = {
        ...{ "x-api-key": key, "content-type": "application/json" },
        "content-length": Buffer.byteLength(body),
      }
      const asked = request({ agent, host, port, method, path, headers }, async answer => {
        let text = ""
        for await (const chunk of answer) text += chunk
        done(text)
      })
      asked.on("error", fail)
      asked.end(body)
    })
}
