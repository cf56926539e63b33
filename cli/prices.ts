import { readFileSync } from "node:fs"
import { ZONES } from "../domain/market/tariff/dayAhead.ts"
import { type ImportedPrices, importPrices } from "../domain/market/tariff/importPrices.ts"
import { readConfig } from "../infra/config.ts"
import { openDatabase } from "../store/open.ts"
import { keepPrices } from "../store/prices.ts"
import { InvalidCommand, messageOfError } from "./errors.ts"

const HELP = `npm run prices -- import FILE

Reads day-ahead prices out of a CSV file of ENTSO-E's Transparency Platform or of Ember (european wholesale prices, hourly)
and keeps each whole year of ${ZONES.join(", ")}
in the database (DATA_DIR or DATABASE_URL). Of 2026 the file may begin on 1 March: the hours before are shipped. New scans
use the kept prices before the shipped ones; scans that have ended keep their reports.`

/** Largest price file that is read. */
const MAX_FILE_BYTES = 256 * 1024 * 1024

const readPriceFile = (path: string): ImportedPrices => {
  const bytes = readFileSync(path)
  if (bytes.length > MAX_FILE_BYTES) throw new InvalidCommand(`${path} is larger than ${MAX_FILE_BYTES} bytes`)
  return importPrices(new TextDecoder().decode(bytes))
}

const main = async ([command, path]: string[]): Promise<number> => {
  if (command !== "import" || !path) {
    console.log(HELP)
    return command === undefined || command === "help" || command === "--help" ? 0 : 2
  }
  const imported = readPriceFile(path)
  for (const sentence of imported.skipped) console.log(sentence)
  if (imported.years.length === 0) {
    console.error(`${path} holds no whole year of a zone that is known: nothing was kept`)
    return 1
  }
  const { database, close } = await openDatabase(readConfig(process.env), console.error)
  await keepPrices(database.queries, imported.years, new Date())
  await close()
  for (const { zone, year } of imported.years) console.log(`${zone} ${year}: kept`)
  return 0
}

main(process.argv.slice(2)).then(
  code => process.exit(code),
  error => {
    console.error(messageOfError(error))
    process.exit(1)
  },
)
