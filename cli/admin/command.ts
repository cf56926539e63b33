import type { Config } from "../../infra/config.ts"
import type { Queries } from "../../store/database.ts"
import type { TierStore } from "./tierStore.ts"

/** What a command works on. */
export interface Context {
  /**
   * The database of the configuration, opened at the first call and held by this process alone where it is embedded.
   */
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
  /** Placeholder of the one argument that is no option, which it then requires; its value is `operand`. */
  operand?: string
  options: Record<string, Option>
  run(context: Context, values: Values): Promise<object>
}
