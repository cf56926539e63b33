import { TOOLS } from "../mcp/tools.ts"
import { type Grouped, groupsOf } from "./groups.ts"

/** The part of the OpenAPI document from which the page for language models is built. */
interface Described extends Grouped {
  info: { title: string; version: string }
  servers: { url: string }[]
}

const BEGINNING = `> An HTTP service that sizes solar panels and a battery for a site over the 8760 hours of a year, proves how near the plant is to the
> best possible one, and reports production, money, self-sufficiency and CO2.

Money is in the currency of the request, EUR unless asked otherwise; energy kWh, power kW, instants are UTC.

## Begin

- Credential: the header \`x-api-key\`; keys \`zs_test_…\` answer from a sandbox at no cost, \`zs_live_…\` compute.
- One call, one result: \`POST /v1/scans\` with \`Prefer: wait=60\`, then \`GET /v1/scans/{id}/result\`. The smallest request:
  \`{"location": {"lat": 51.44, "lon": 5.48}, "inputMethod": "known", "yearlyKwh": 3500, "newPv": [{"maxPanelCount": 14, "panelPowerWatts": 430}]}\`
- Refusals are \`{statusCode, message, code, errors}\`: the message names the field and says what to do; an unknown field is refused with the nearest name.
- Send an \`Idempotency-Key\` with every POST that creates; after 429 and 503 try again after \`Retry-After\` seconds.
- An adjustment (\`copiedFromId\` with the fields that differ) is a free copy of a completed scan.
`

/** /llms.txt (llmstxt.org): instructions for a language model, with every operation. */
export const llmsText = (document: object): string => {
  const { info, servers, ...grouped } = document as Described
  const url = servers[0]?.url ?? ""
  const sections = groupsOf(grouped).map(({ name, description, operations }) => {
    const lines = operations.map(({ call, summary }) => `- \`${call}\`: ${summary}`)
    return `## ${name}\n\n${description}.\n\n${lines.join("\n")}\n`
  })
  const links = [
    "## Machine-readable",
    "",
    `- [OpenAPI 3.1](${url}/openapi.json): every operation with schemas, examples and webhooks`,
    `- [Reference](${url}/docs): the same as a page`,
    `- Model Context Protocol: \`POST ${url}/mcp\` with \`x-api-key\`, or \`npm run -s mcp\` over standard input and output with URL and KEY; tools ${[...TOOLS.keys()].join(", ")}`,
    "",
  ]
  return [`# ${info.title} ${info.version}`, "", BEGINNING, links.join("\n"), ...sections].join("\n")
}
