const headersOfRequests = new WeakMap<Request, Record<string, string>>()

/** Adds a header to the answer of `request`, successful or not, from code that holds nothing but the request. */
export const setAnswerHeader = (request: Request, name: string, value: string): void => {
  headersOfRequests.set(request, { ...headersOfRequests.get(request), [name]: value })
}

/** What `setAnswerHeader` collected for a request. */
export const answerHeaders = (request: Request): Record<string, string> => headersOfRequests.get(request) ?? {}
