import { type Static, type TObject, Type } from "@sinclair/typebox"
import type { Mode } from "../../store/tables.ts"
import type { Ask } from "./ask.ts"

/** Answer of a tool: sentences for a reader, and the same as data. */
export interface Said {
  text: string
  data: object
}

/** A tool of the server: its inputs and its work. */
export interface Tool<Input extends TObject = TObject> {
  name: string
  description: string
  /** Checked inputs. The service checks the content of requests, with better messages. */
  input: Input
  /** Schemas of inputs that agents see in place of the checked ones. */
  shown?: Readonly<Record<string, object>>
  /** Schema of the data. */
  output: object
  /** True if the tool only reads. */
  isReading: boolean
  act(ask: Ask, input: Static<Input>, mode: Mode): Promise<Said>
}

export const tool = <Input extends TObject>(declared: Tool<Input>): Tool<Input> => declared

/** An object whose content the service checks. */
export const Body = Type.Object({}, { additionalProperties: true })
/** Schema of an object, with its fields in short. */
export const answering = (properties: Record<string, object>, required = Object.keys(properties)): object => ({
  type: "object",
  properties,
  required,
})

export const ScanId = Type.String({ minLength: 1, maxLength: 64, description: "Id of the scan" })

/** Path of a scan. */
export const pathOf = (scanId: string, rest = ""): string => `/v1/scans/${encodeURIComponent(scanId)}${rest}`
