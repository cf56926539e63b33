/** Failure answers of one document, shared by many operations. */
export interface Responses {
  /** A reference to the document's answer. */
  show(response: object, status: number): { $ref: string }
  components(): Record<string, object>
}

const NAMES: Record<number, string> = {
  400: "BadRequest",
  401: "Unauthenticated",
  403: "Forbidden",
  404: "NotFound",
  409: "Conflict",
  406: "NotAcceptable",
  412: "PreconditionFailed",
  413: "TooLarge",
  415: "UnsupportedMediaType",
  429: "TooManyRequests",
  500: "InternalError",
  503: "Unavailable",
}

export const createResponses = (): Responses => {
  const byText = new Map<string, string>()
  const components = new Map<string, object>()
  return {
    show(response, status) {
      const text = JSON.stringify(response)
      const shared = byText.get(text)
      if (shared) return refer(shared)
      const wanted = NAMES[status] ?? `Status${status}`
      let name = wanted
      for (let number = 2; components.has(name); number++) name = `${wanted}${number}`
      byText.set(text, name)
      components.set(name, response)
      return refer(name)
    },
    components: () => Object.fromEntries(components),
  }
}

const refer = (name: string) => ({ $ref: `#/components/responses/${name}` })
