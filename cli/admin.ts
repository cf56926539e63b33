import { existsSync } from "node:fs"
import { parseArgs } from "node:util"
import { readConfig } from "../infra/config.ts"
import { errorForLog } from "../infra/errorForLog.ts"
import { type OpenedDatabase, openDatabase } from "../store/open.ts"
import type { Command } from "./admin/command.ts"
import { COMMANDS } from "./admin/commands.ts"
import { createTierStore } from "./admin/tierStore.ts"
import { InvalidCommand, messageOfError } from "./errors.ts"

const HELP = `npm run -s admin -- COMMAND [OPTIONS]

Makes organizations, users, API keys and tiers, in the database of DATA_DIR or DATABASE_URL; exports and imports it. Prints JSON.
An embedded database belongs to one process: stop the service first, or use its HTTP interface while it runs. Only export
works meanwhile.
--organization may be left out while there is only one.
`

const usageOf = ({ name, operand, options }: Command): string =>
  [
    name,
    ...(operand ? [operand] : []),
    ...Object.entries(options).map(([option, { value, isRequired }]) =>
      isRequired ? `--${option} ${value}` : `[--${option} ${value}]`,
    ),
  ].join(" ")

const help = (): string =>
  [HELP, ...COMMANDS.map(command => `  ${usageOf(command)}\n      ${command.summary}`)].join("\n")

/** Options of a command. Throws InvalidCommand for a missing or unknown option. */
const readOptions = (command: Command, args: string[]): Record<string, string | undefined> => {
  try {
    const options = Object.fromEntries(Object.keys(command.options).map(name => [name, { type: "string" as const }]))
    const { values, positionals } = parseArgs({ args, options, allowPositionals: command.operand !== undefined })
    if (command.operand) {
      if (positionals.length !== 1) throw new InvalidCommand(`one ${command.operand} is required`)
      return { ...values, operand: positionals[0] }
    }
    const missing = Object.keys(command.options).filter(name => command.options[name]!.isRequired && !values[name])
    if (missing.length === 0) return values
    throw new InvalidCommand(missing.map(name => `--${name} is required`).join("; "))
  } catch (error) {
    const reason = (error as Error).message
    throw new InvalidCommand(`${reason}\n${usageOf(command)}`)
  }
}

const main = async (args: string[], environment: Record<string, string | undefined>): Promise<void> => {
  const command = COMMANDS.find(({ name }) => name === args.slice(0, name.split(" ").length).join(" "))
  if (!command) {
    const isAsked = args.length === 0 || ["help", "--help", "-h"].includes(args[0]!)
    if (!isAsked) throw new InvalidCommand(`there is no command ${args.join(" ")}\n\n${help()}`)
    console.log(help())
    return
  }
  const values = readOptions(command, args.slice(command.name.split(" ").length))
  const { TIERS_FILE: tiersPath, ...rest } = environment
  const isThere = tiersPath !== undefined && existsSync(tiersPath)
  const config = readConfig(isThere ? environment : rest)
  let opened: OpenedDatabase | undefined
  const queries = async () => {
    opened ??= await openDatabase(config, console.error)
    return opened.database.queries
  }
  try {
    const result = await command.run({ queries, tiers: createTierStore(tiersPath), config }, values)
    console.log(JSON.stringify(result, null, 2))
  } finally {
    await opened?.close()
  }
}

/** Errors that the operator must correct have a code and are printed as one line without a stack. */
main(process.argv.slice(2), process.env).then(
  () => process.exit(0),
  error => {
    console.error(error?.code ? `admin: ${messageOfError(error)}` : errorForLog(error))
    process.exit(1)
  },
)
