interface Route {
  method: string
  path: string
}

/** Methods of a path, including HEAD and OPTIONS; empty for an unknown path. */
export type MethodsOf = (path: string) => string[]

/** Uses the routes of a service, read once at the first call. */
export const createMethodsOf = (routes: () => readonly Route[]): MethodsOf => {
  let known: { method: string; steps: string[] }[] | undefined
  return path => {
    known ??= routes().map(({ method, path }) => ({ method, steps: path.split("/") }))
    const asked = path.split("/")
    const methods = new Set(known.flatMap(({ method, steps }) => (leadsTo(steps, asked) ? methodsOf(method) : [])))
    return methods.size === 0 ? [] : [...methods, "OPTIONS"].sort()
  }
}

const methodsOf = (method: string): string[] =>
  method === "GET" ? ["GET", "HEAD"] : method === "WS" ? ["GET"] : [method]

/** True if a route's steps match a path: `:name` matches any one step, `*` all following steps; a slash may end it. */
const leadsTo = (steps: readonly string[], asked: readonly string[]): boolean => {
  const isOpen = steps.at(-1) === "*"
  const fixed = isOpen ? steps.slice(0, -1) : steps
  const rest = asked.slice(fixed.length)
  const ends = isOpen ? rest.length > 0 : rest.length === 0 || (rest.length === 1 && rest[0] === "")
  return (
    asked.length >= fixed.length &&
    ends &&
    fixed.every((step, index) => (step.startsWith(":") ? asked[index] !== "" : asked[index] === step))
  )
}
