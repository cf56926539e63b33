declare module "saxen" {
  type DecodeEntities = (text: string) => string

  /** SAX parser; element names keep their prefix, closeTag is also called for self-closing elements. */
  export class Parser {
    on(event: "openTag", handler: (name: string, attributes: () => Record<string, string>) => void): this
    on(event: "closeTag", handler: (name: string) => void): this
    on(event: "text", handler: (text: string, decode: DecodeEntities) => void): this
    on(event: "cdata", handler: (text: string) => void): this
    on(event: "error" | "warn", handler: (error: Error) => void): this
    parse(xml: string): void
    stop(): void
  }
}
