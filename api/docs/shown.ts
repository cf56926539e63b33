/** A schema as the document shows it. */
export interface Shown {
  $ref?: string
  type?: string | string[]
  description?: string
  default?: unknown
  const?: unknown
  enum?: unknown[]
  anyOf?: Shown[]
  items?: Shown
  properties?: Record<string, Shown>
  required?: string[]
  patternProperties?: Record<string, Shown>
  [keyword: string]: unknown
}
