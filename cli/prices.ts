import { readFileSync } from "node:fs"
import { parseArgs } from "node:util"
import { gunzipSync } from "node:zlib"
import { type ImportedPrices, importPrices } from "../domain/market/priceFiles/importPrices.ts"
import { ZONES, type Zone } from "../domain/market/tariff/dayAhead.ts"
import { readConfig } from "../infra/config.ts"
import { openDatabase } from "../store/open.ts"
import { keepPrices } from "../store/prices.ts"
import { InvalidCommand, messageOfError } from "./errors.ts"

const HELP = `npm run prices -- import FILE... [--zone ZONE]

Reads day-ahead prices, hours or quarter-hours, for scans in both, and keeps each whole year of ${ZONES.join(", ")}
in the database (DATA_DIR or DATABASE_URL). Several files together may hold a year; they may be compressed by gzip. Of 2026 they
may begin on 1 March: the hours before are shipped. New scans use the kept prices before the shipped ones; scans that have ended
keep their reports. What is read:
  ENTSO-E         the Transparency Platform's export of day-ahead prices (CSV), or months of its file library
  Ember           European wholesale prices, hourly (CSV)
  SMARD           wholesale prices, in German or English (CSV), or the answer of its programming interface (JSON, --zone)
  Energy-Charts   the chart of prices (CSV), or the answer of its programming interface (JSON), which needs --zone
  aWATTar         the answer of its programming interface (JSON), which needs --zone
  jeroen.nl       dynamic prices without taxes of a year (CSV), which needs --zone
  plain           the columns utc_start (2027-01-01T00:00Z) and eur_per_mwh or eur_per_kwh (CSV), which needs --zone
  tables          a date and time, or numbered hours, and a column whose title names EUR/MWh, EUR/kWh or ct/kWh (CSV), which
                  needs --zone; times are Central European unless their title says UTC`

/** Maximum size of a price file, packed and unpacked. */
const MAX_FILE_BYTES = 256 * 1024 * 1024
const GZIP_MAGIC = [0x1f, 0x8b]

const textOf = (path: string): string => {
  const bytes = readFileSync(path)
  if (bytes.length > MAX_FILE_BYTES) throw new InvalidCommand(`${path} is larger than ${MAX_FILE_BYTES} bytes`)
  const isPacked = GZIP_MAGIC.every((byte, i) => bytes[i] === byte)
  return new TextDecoder().decode(isPacked ? gunzipSync(bytes, { maxOutputLength: MAX_FILE_BYTES }) : bytes)
}

const zoneNamed = (name: string | undefined): Zone | undefined => {
  const zone = ZONES.find(each => each === name?.toUpperCase())
  if (name !== undefined && !zone) throw new InvalidCommand(`--zone ${name} is none of ${ZONES.join(", ")}`)
  return zone
}

const readPriceFiles = (paths: readonly string[], zone: string | undefined): ImportedPrices =>
  importPrices(paths.map(textOf), zoneNamed(zone))

const main = async (args: string[]): Promise<number> => {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { zone: { type: "string" }, help: { type: "boolean" } },
  })
  const [command, ...paths] = positionals
  if (command !== "import" || paths.length === 0 || values.help) {
    console.log(HELP)
    return command === undefined || command === "help" || values.help ? 0 : 2
  }
  const imported = readPriceFiles(paths, values.zone)
  for (const sentence of imported.skipped) console.log(sentence)
  if (imported.years.length === 0) {
    console.error(`${paths.join(", ")}: no whole year of a zone that is known: nothing was kept`)
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
