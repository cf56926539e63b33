import { type AnyNode, parse } from "acorn"

const isNode = (value: unknown): value is AnyNode =>
  typeof value === "object" && value !== null && "type" in value && typeof value.type === "string"

/** Calls `visit` with each node of a syntax tree, parents first. */
export const forEachNode = (value: unknown, visit: (node: AnyNode) => void): void => {
  if (Array.isArray(value)) for (const item of value) forEachNode(item, visit)
  if (!isNode(value)) return
  visit(value)
  for (const child of Object.values(value)) forEachNode(child, visit)
}

/** Syntax tree of a script without its types, which `scriptOf` made. */
export const treeOf = (script: string): AnyNode =>
  parse(script, { ecmaVersion: "latest", sourceType: "module", allowHashBang: true })

/** Script of a file of TypeScript, without its types. */
export const scriptOf = (text: string, file: string): string =>
  new Bun.Transpiler({ loader: file.endsWith("x") ? "tsx" : "ts", deadCodeElimination: false }).transformSync(text)
