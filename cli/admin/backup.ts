import { once } from "node:events"
import { createWriteStream, existsSync, renameSync, rmSync } from "node:fs"
import { join } from "node:path"
import { pipeline } from "node:stream/promises"
import { createGzip } from "node:zlib"
import { importBackup } from "../../store/backup/import.ts"
import { checkBackup } from "../../store/backup/read.ts"
import { askForExport } from "../../store/backup/serve.ts"
import { writeBackup } from "../../store/backup/write.ts"
import { InvalidCommand } from "../errors.ts"
import type { Command, Context } from "./command.ts"

/** Lowest compression, because the callers of an embedded service wait for the backup. */
const GZIP_LEVEL = 1
/** The file contains secrets and customer data. */
const MODE = 0o600

type Send = (text: string | Buffer) => Promise<void>

export const backupCommands: Command[] = [
  {
    name: "export",
    summary: "writes all rows of the database to a new file, while the service runs or not",
    operand: "FILE",
    options: {},
    async run(context, { operand: file = "" }) {
      if (existsSync(file)) throw new InvalidCommand(`${file} is there already`)
      const part = `${file}.unfinished`
      try {
        await writeFile(part, send => sendBackup(context, send))
        const contents = await checkBackup(part).catch(brokenOff)
        renameSync(part, file)
        return { file, ...contents }
      } catch (error) {
        rmSync(part, { force: true })
        throw error
      }
    },
  },
  {
    name: "import",
    summary: "puts the rows of such a file into an empty folder or an empty PostgreSQL that no service runs on",
    operand: "FILE",
    options: {},
    run: async ({ queries }, { operand: file = "" }) => ({ file, ...(await importBackup(file, queries)) }),
  },
]

const brokenOff = ({ message }: Error): never => {
  throw new InvalidCommand(`the export broke off: another one runs, or the log of the service says why (${message})`)
}

/** From the process that holds the folder, or without one from the database itself. */
const sendBackup = async ({ queries, config }: Context, send: Send): Promise<void> => {
  if (!config.databaseUrl) {
    const running = await askForExport(config.dataDir).catch(brokenOff)
    if (running) {
      for await (const bytes of running) await send(bytes)
      return
    }
    const folder = join(config.dataDir, "database")
    if (!existsSync(folder)) throw new InvalidCommand(`there is no database in ${folder}`)
  }
  await writeBackup(await queries(), send)
}

const writeFile = async (file: string, fill: (send: Send) => Promise<void>): Promise<void> => {
  const gzip = createGzip({ level: GZIP_LEVEL })
  const written = pipeline(gzip, createWriteStream(file, { mode: MODE, flush: true }))
  const send: Send = async text => {
    if (!gzip.write(text)) await Promise.race([once(gzip, "drain"), written])
  }
  const filled = fill(send).then(
    () => gzip.end(),
    error => {
      gzip.destroy(error)
      throw error
    },
  )
  await Promise.all([filled, written])
}
