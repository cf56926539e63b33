interface Route {
  method: string
  path: string
}

/** The methods that a path takes, HEAD and OPTIONS included; empty for a path that does not exist. */
export type MethodsOf = (path: string) => string[]

/** Answers from a service's routes, which are read once, at the first question. */
export const createMethodsOf = (routes: () => readonly Route[]): MethodsOf => {
  let patterns: { method: string; pattern: RegExp }[] | undefined
  return path => {
    patterns ??= routes().map(route => ({ method: route.method, pattern: patternOf(route.path) }))
    const methods = new Set(patterns.flatMap(({ method, pattern }) => (pattern.test(path) ? methodsOf(method) : [])))
    return methods.size === 0 ? [] : [...methods, "OPTIONS"].sort()
  }
}

const methodsOf = (method: string): string[] =>
  method === "GET" ? ["GET", "HEAD"] : method === "WS" ? ["GET"] : [method]

const patternOf = (path: string): RegExp =>
  new RegExp(
    `^${path
      .replace(/[.+^${}()|[\]\\]/g, "\\$&")
      .replace(/:[^/]+/g, "[^/]+")
      .replaceAll("*", ".*")}/?$`,
  )
