import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js"
import { modeOfKey } from "../api/credentials/keys.ts"
import { askBy } from "../api/mcp/ask.ts"
import { createMcpServer } from "../api/mcp/server.ts"

/** `URL=http://127.0.0.1:3000 KEY=zs_live_… npm run -s mcp`: the tools of a service over standard input and output. */
const { URL: baseUrl = "http://127.0.0.1:3000", KEY: apiKey } = process.env
if (!apiKey) {
  console.error("KEY takes an API key, zs_live_... or zs_test_...")
  process.exit(1)
}
const ask = askBy(baseUrl.replace(/\/$/, ""), apiKey, request => fetch(request))
const server = createMcpServer(ask, modeOfKey(apiKey) ?? "live")
await server.connect(new StdioServerTransport())
