import type { Config } from "../../infra/config.ts"
import type { Queries } from "../../store/database.ts"
import type { TierStore } from "./tierStore.ts"

/** Resources of a command. */
export interface Context {
  /** Database of the configuration, opened at the first call and locked by this process if embedded. */
  queries(): Promise<Queries>
  tiers: TierStore
  config: Config
}

export interface Option {
  /** Placeholder of the value in the help. */
  value: string
  isRequired?: boolean
}

export type Values = Record<string, string | undefined>

/** A command of `npm run admin`; its result is printed as JSON. */
export interface Command {
  name: string
  summary: string
  /** Placeholder of the single positional argument, which is then required; its value is `operand`. */
  operand?: string
  options: Record<string, Option>
  run(context: Context, values: Values): Promise<object>
}
