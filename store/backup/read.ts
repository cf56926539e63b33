import { createHash } from "node:crypto"
import { createReadStream } from "node:fs"
import { pipeline } from "node:stream"
import { createGunzip } from "node:zlib"
import type { TSchema } from "@sinclair/typebox"
import { Value } from "@sinclair/typebox/value"
import { BackupRefused, type Contents, END_START, EndLine, Header, ownSchema, ROW_START, VERSION } from "./format.ts"

/** Maximum length of a line, far above any row of the service. It bounds the memory for foreign files. */
const MAX_LINE_BYTES = 256 * 1024 * 1024
const NEWLINE = 10

/** The lines of a backup, unpacked, without their ends. Throws BackupRefused. */
export async function* linesOf(file: string): AsyncGenerator<Buffer> {
  const unpacked = createGunzip()
  pipeline(createReadStream(file), unpacked, () => {})
  let pieces: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      let start = 0
      for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
        yield Buffer.concat([...pieces, chunk.subarray(start, end)])
        pieces = []
        size = 0
        start = end + 1
      }
      pieces.push(chunk.subarray(start))
      size += chunk.length - start
      if (size > MAX_LINE_BYTES) throw damaged(file, `has a line of more than ${MAX_LINE_BYTES} bytes`)
    }
  } catch (error) {
    if (error instanceof BackupRefused) throw error
    const { code, message } = error as NodeJS.ErrnoException
    if (code?.startsWith("E")) throw new BackupRefused(`${file} cannot be read (${code})`)
    throw damaged(file, `cannot be unpacked: ${message}`)
  }
  if (size > 0) throw damaged(file, "breaks off within a line")
}

const damaged = (file: string, what: string) => new BackupRefused(`${file} is no whole backup: it ${what}`)

/**
 * Reads a backup to its end and compares its checksum and numbers of rows, without a database; returns its contents.
 * Throws BackupRefused for a damaged file, and for a file of another version of the service.
 */
export const checkBackup = async (file: string): Promise<Contents> => {
  const hash = createHash("sha256")
  let header: Header | undefined
  let contents: Contents | undefined
  for await (const line of linesOf(file)) {
    if (contents) throw damaged(file, "goes on after its end")
    if (!header) header = readHeader(file, line)
    else if (startsWith(line, END_START)) {
      contents = parsed(file, EndLine, line).end
      continue
    }
    hash.update(line).update("\n")
  }
  if (!contents) throw damaged(file, "has no end")
  if (contents.sha256 !== hash.digest("hex")) throw damaged(file, "has another checksum than its last line says")
  return contents
}

export const startsWith = (line: Buffer, start: string): boolean => line.toString("latin1", 0, start.length) === start

/** The row's JSON. */
export const rowOf = (line: Buffer): string => line.toString("utf8", ROW_START.length, line.length - 1)

const parsed = <T extends TSchema>(file: string, schema: T, line: Buffer) => {
  try {
    return Value.Parse(schema, JSON.parse(line.toString()))
  } catch {
    throw damaged(file, "has a line that is not of a backup")
  }
}

const readHeader = (file: string, line: Buffer): Header => {
  const header = parsed(file, Header, line)
  if (header.version !== VERSION)
    throw new BackupRefused(`${file} has version ${header.version} of the format; this version reads ${VERSION}`)
  const current = ownSchema()
  const { migrations, newest } = header.schema
  if (migrations === current.migrations && newest === current.newest) return header
  const advice =
    migrations > current.migrations
      ? "it is newer: import it with the version of the service that wrote it, or a later one of the same schema"
      : "it is older: import it with the version of the service that wrote it, and then update that"
  throw new BackupRefused(`${file} has the schema ${newest}, this version ${current.newest}: ${advice}`)
}
