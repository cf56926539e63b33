/** Writes docs/interface.md, every operation by path, from the declarations: `bun cli/interfacePage.ts`. */
import { writeFileSync } from "node:fs"
import { join } from "node:path"
import { openApiDocument } from "../api/docs/document.ts"
import { type Grouped, groupsOf } from "../api/docs/groups.ts"
import { declaredOperations } from "../api/index.ts"

const FILE = join(import.meta.dir, "..", "docs", "interface.md")

const HEAD = `# Every operation

Operations by group. \`/docs\` has their fields, answers and examples. \`npx bun cli/interfacePage.ts\` writes this page, and a test checks that it is complete.
`

const TAIL = `
## Other paths

| path | content |
|---|---|
| \`GET /openapi.json\` | the OpenAPI 3.1 document, with examples and webhooks |
| \`GET /docs\` | the document as a page |
| \`GET /docs/postman.json\` | the document as a Postman collection |
| \`GET /llms.txt\` | the service on one page, for language models |
| \`POST /mcp\` | the [tools of agents](agents.md) |
| \`GET /dashboard\`, \`GET /shared/{token}\` | the pages |
`

const page = (document: Grouped): string => {
  const sections = groupsOf(document).map(({ name, description, operations }) => {
    const lines = operations.map(({ call, summary }) => `| \`${call}\` | ${summary.replaceAll("|", "\\|")} |\n`)
    return `\n## ${name}\n\n${description}.\n\n| operation | effect |\n|---|---|\n${lines.join("")}`
  })
  return HEAD + sections.join("") + TAIL
}

writeFileSync(FILE, page(openApiDocument(declaredOperations, "http://127.0.0.1:3000") as Grouped))
