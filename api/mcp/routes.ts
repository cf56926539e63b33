import { Type } from "@sinclair/typebox"
import { InvalidInput } from "../../domain/base/errors.ts"
import { violation } from "../../domain/base/validation/violation.ts"
import { modeOfKey } from "../credentials/keys.ts"
import { uncheckedJsonBody } from "../http/body.ts"
import { type Handlers, operationsOf } from "../http/operation.ts"
import { askBy } from "./ask.ts"

/** Maximum number of messages per body, because a message of 40 bytes gets the list of the tools, 14 KB. */
const MAX_MESSAGES = 10

/** Loaded for the first message: the protocol takes 9 MB, and many installations have no agent. */
const loadProtocol = async () => {
  const [{ WebStandardStreamableHTTPServerTransport }, { createMcpServer }] = await Promise.all([
    import("@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js"),
    import("./server.ts"),
  ])
  return { Transport: WebStandardStreamableHTTPServerTransport, createMcpServer }
}

const operation = operationsOf("Agents")

/** The Model Context Protocol over HTTP, without sessions: each message is a request, and its answer is JSON. */
export const mcpOperations = {
  message: operation("POST /mcp", {
    summary: "Speak the Model Context Protocol",
    description: "One message of JSON-RPC, or several; docs/agents.md lists the tools.",
    by: ["key"],
    // Each operation that a tool calls needs its own scope.
    scope: "none",
    isHidden: true,
    body: uncheckedJsonBody(Type.Object({})),
    answers: { 200: Type.Object({}) },
    mediaType: "application/json",
  }),
}

/** @param fetchFrom answers a request to this service, as if it came from outside */
export const mcpHandlers = (fetchFrom: (request: Request) => Promise<Response>): Handlers<typeof mcpOperations> => ({
  async message({ request, body }) {
    if (Array.isArray(body) && body.length > MAX_MESSAGES)
      throw new InvalidInput([violation([], "at-most-entries", { maximum: MAX_MESSAGES })])
    const { Transport, createMcpServer } = await loadProtocol()
    const { origin } = new URL(request.url)
    const key = request.headers.get("x-api-key") ?? ""
    const server = createMcpServer(askBy(origin, key, fetchFrom), modeOfKey(key) ?? "live")
    const transport = new Transport({ enableJsonResponse: true })
    await server.connect(transport)
    try {
      return await transport.handleRequest(request, { parsedBody: body })
    } finally {
      await server.close()
    }
  },
})
