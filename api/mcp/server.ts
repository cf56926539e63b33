import { Server } from "@modelcontextprotocol/sdk/server/index.js"
import { CallToolRequestSchema, ListToolsRequestSchema } from "@modelcontextprotocol/sdk/types.js"
import { violations } from "../../domain/base/validation/violations.ts"
import { messageOf } from "../../domain/texts/violations.ts"
import pkg from "../../package.json" with { type: "json" }
import type { Mode } from "../../store/tables.ts"
import { type Ask, ToolRefused } from "./ask.ts"
import { TOOLS } from "./tools.ts"

const INSTRUCTIONS =
  "Sizes solar panels and a battery for a site. find_place has its location, build_profile its consumption. Begin with scan. When it is completed, " +
  "explain_report says what it found, and share makes a link to the report. adjust changes inputs of a completed scan for free. Money is in the currency of the report, EUR unless asked otherwise, all energy kWh."

/** A server of the Model Context Protocol whose tools call the service by `ask`, in the mode of its key. */
export const createMcpServer = (ask: Ask, mode: Mode): Server => {
  const server = new Server(
    { name: "solar-scan-service", version: pkg.version },
    { capabilities: { tools: {} }, instructions: INSTRUCTIONS },
  )
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: [...TOOLS.values()].map(({ name, description, input, shown = {}, output, isReading }) => ({
      name,
      description,
      inputSchema: { ...input, type: "object" as const, properties: { ...input.properties, ...shown } },
      outputSchema: { ...output, type: "object" as const },
      annotations: { readOnlyHint: isReading, destructiveHint: false, openWorldHint: false },
    })),
  }))
  server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: toolInput = {} } }) => {
    try {
      return answerOf(await act({ ask, mode }, name, toolInput))
    } catch (error) {
      // Any other error is a fault of this server, which the protocol's own answer reports.
      if (!(error instanceof ToolRefused)) throw error
      return { isError: true, content: [{ type: "text" as const, text: error.message }] }
    }
  })
  return server
}

const act = async ({ ask, mode }: { ask: Ask; mode: Mode }, name: string, input: Record<string, unknown>) => {
  const tool = TOOLS.get(name)
  if (!tool) throw new ToolRefused(`there is no tool ${name}: there are ${[...TOOLS.keys()].join(", ")}`)
  // The service checks the request of a scan, with better messages.
  const broken = violations(tool.input, input).filter(({ path }) => path.length < 2)
  if (broken.length > 0) throw new ToolRefused(messageOf(broken, "en"))
  return tool.act(ask, input, mode)
}

const answerOf = ({ text, data }: Awaited<ReturnType<typeof act>>) => ({
  content: [{ type: "text" as const, text }],
  structuredContent: data as Record<string, unknown>,
})
