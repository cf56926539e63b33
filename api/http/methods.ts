interface Route {
  method: string
  path: string
}

/** Methods of a path, including HEAD and OPTIONS; empty for an unknown path. */
export type MethodsOf = (path: string) => string[]

/** Uses the routes of a service, read once at the first call. */
export const createMethodsOf = (routes: () => readonly Route[]): MethodsOf => {
  let split: { method: string; steps: string[] }[] | undefined
  return path => {
    split ??= routes().map(({ method, path }) => ({ method, steps: path.split("/") }))
    const pathSteps = path.split("/")
    const methods = new Set(split.flatMap(({ method, steps }) => (leadsTo(steps, pathSteps) ? methodsOf(method) : [])))
    return methods.size === 0 ? [] : [...methods, "OPTIONS"].sort()
  }
}

const methodsOf = (method: string): string[] =>
  method === "GET" ? ["GET", "HEAD"] : method === "WS" ? ["GET"] : [method]

/** True if a route's steps match a path: `:name` matches any one step, `*` all following steps; a slash may end it. */
const leadsTo = (steps: readonly string[], path: readonly string[]): boolean => {
  const isOpen = steps.at(-1) === "*"
  const fixed = isOpen ? steps.slice(0, -1) : steps
  const rest = path.slice(fixed.length)
  const ends = isOpen ? rest.length > 0 : rest.length === 0 || (rest.length === 1 && rest[0] === "")
  return (
    path.length >= fixed.length &&
    ends &&
    fixed.every((step, index) => (step.startsWith(":") ? path[index] !== "" : path[index] === step))
  )
}
