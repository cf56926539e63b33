/** Input of a chart's template: a value of YAML, or a map of values. */
type Value = unknown
interface Scope {
  dot: Value
  variables: Record<string, Value>
}
type Node = { text: string } | { output: string } | { block: string; body: Node[]; otherwise: Node[] }
interface Open {
  block: string
  body: Node[]
  otherwise: Node[]
  inElse: boolean
}

const TERM = /\(|\)|"[^"]*"|\$?\w*(?:\.\w+)+|\$\w*|\.|\w+/g
/** Go writes numbers from here on with an exponent, which Kubernetes does not accept as an integer. */
const FIRST_WITH_EXPONENT = 1e6

/**
 * Renders a template in the part of Helm's language that the chart uses: paths, variables, `printf "%q"`, `not`, `and`,
 * `eq`, `if`/`else`, `range $key, $value :=` and `range $value :=`, comments. All belong to Go's text/template; Helm's
 * own functions are missing. Throws for everything else. Throws too for a path without a value, which Helm would write
 * as `<no value>`.
 */
export const renderTemplate = (template: string, data: Record<string, Value>): string =>
  renderAll(parse(template), { dot: data, variables: { $: data } })

const parse = (template: string): Node[] => {
  const root: Open = { block: "", body: [], otherwise: [], inElse: false }
  const open = [root]
  const top = () => open.at(-1) ?? root
  const add = (node: Node) => (top().inElse ? top().otherwise : top().body).push(node)
  const trimmed = template.replace(/\s*\{\{-\s/g, "{{ ").replace(/\s-\}\}\s*/g, " }}")
  for (const [index, part] of trimmed.split(/\{\{(.*?)\}\}/s).entries()) {
    const action = part.trim()
    if (index % 2 === 0) add({ text: part })
    else if (/^(if|range) /.test(action)) open.push({ block: action, body: [], otherwise: [], inElse: false })
    else if (action === "else" && top() !== root && !top().inElse) top().inElse = true
    else if (action === "end" && top() !== root) {
      const { block, body, otherwise } = top()
      open.pop()
      add({ block, body, otherwise })
    } else if (!/^\/\*.*\*\/$/s.test(action)) add({ output: action })
  }
  if (top() !== root) throw new Error(`{{ ${top().block} }} has no end`)
  return root.body
}

const renderAll = (nodes: Node[], scope: Scope): string => nodes.map(node => renderNode(node, scope)).join("")

const renderNode = (node: Node, scope: Scope): string => {
  if ("text" in node) return node.text
  if ("output" in node) return printed(evaluate(node.output, scope))
  const condition = /^if (.+)$/s.exec(node.block)?.[1]
  if (condition) return renderAll(isTrue(evaluate(condition, scope)) ? node.body : node.otherwise, scope)
  const [, key, value, path] = /^range (?:(\$\w+), )?(\$\w+) := (\S+)$/.exec(node.block) ?? []
  if (!value || !path) throw new Error(`{{ ${node.block} }} is not known`)
  const rows = rowsOf(evaluate(path, scope))
  return rows
    .map(([name, dot]) => ({ ...scope.variables, ...(key ? { [key]: name } : {}), [value]: dot }))
    .map(variables => renderAll(node.body, { dot: variables[value], variables }))
    .join("")
}

/** Go iterates over maps by the order of their keys. */
const rowsOf = (value: Value): [string | number, Value][] => {
  if (Array.isArray(value)) return value.map((each, index) => [index, each])
  if (!isMap(value)) throw new Error(`range over ${JSON.stringify(value)}`)
  return Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
}

const isMap = (value: Value): value is Record<string, Value> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const isTrue = (value: Value): boolean =>
  typeof value === "object" && value !== null ? Object.keys(value).length > 0 : Boolean(value)

const printed = (value: Value): string => {
  if (typeof value === "string" || typeof value === "boolean") return String(value)
  if (Number.isInteger(value) && Number(value) < FIRST_WITH_EXPONENT) return String(value)
  throw new Error(`${JSON.stringify(value)} is not written as it is`)
}

const evaluate = (expression: string, scope: Scope): Value => {
  const terms = expression.match(TERM) ?? []
  if (terms.join("") !== expression.replace(/("[^"]*")|\s+/g, "$1")) throw new Error(`{{ ${expression} }} is not known`)
  const value = call(terms, scope)
  if (terms.length > 0) throw new Error(`{{ ${expression} }} goes on after its end`)
  return value
}

/** Removes one call, or one operand, from the front of `terms` and evaluates it. */
const call = (terms: string[], scope: Scope): Value => {
  const name = terms[0] ?? ""
  if (!/^\w/.test(name)) return operand(terms, scope)
  terms.shift()
  const first = operand(terms, scope)
  if (name === "not") return !isTrue(first)
  const second = operand(terms, scope)
  if (name === "and") return isTrue(first) ? second : first
  if (name === "eq") return first === second
  if (name === "printf" && first === "%q" && typeof second === "string") return JSON.stringify(second)
  throw new Error(`${name} ${JSON.stringify(first)} ${JSON.stringify(second)} is not known`)
}

const operand = (terms: string[], scope: Scope): Value => {
  const term = terms.shift() ?? ""
  if (term.startsWith('"')) return JSON.parse(term)
  if (term === "(") {
    const value = call(terms, scope)
    if (terms.shift() !== ")") throw new Error("a bracket stays open")
    return value
  }
  if (!/^[$.]/.test(term)) throw new Error(`${term || "nothing"} is no operand`)
  const [start = "", ...names] = term.split(".")
  let value = start ? scope.variables[start] : scope.dot
  for (const name of names.filter(Boolean)) value = isMap(value) ? value[name] : undefined
  if (value === undefined) throw new Error(`${term} leads nowhere`)
  return value
}
