/** Node of the file system: a folder with its files by name, or a file with its bytes. */
interface Place {
  contents?: Uint8Array | Record<string, Place>
}

/** The used part of the engine's file system (Emscripten). */
export interface EngineFiles {
  lookupPath(path: string): { node: Place }
  unlink(path: string): void
}

/** Folder of the engine's own files, next to the folder of the database. */
const FOLDERS = ["/pglite/bin", "/pglite/icu", "/pglite/lib", "/pglite/share"]
/**
 * Files for creating a database, for building extensions, for other character sets and for words of other languages:
 * the service does not use them.
 */
const UNUSED = /\/pgxs\/|\.(?:bki|sql|so)$/
/** Language of functions (PL/pgSQL), which databases may use. */
const USED = "/plpgsql.so"

/**
 * Frees shipped files that an open database does not read, 4.5 of 6.2 MB. All files are parts of one buffer, which the
 * engine keeps. The remaining files get their own memory, then the buffer is emptied.
 */
export const freeShippedFiles = (files: EngineFiles): void => {
  const shipped = new Set<ArrayBuffer>()
  for (const [path, file] of FOLDERS.flatMap(folder => filesBelow(folder, files.lookupPath(folder).node))) {
    const { contents } = file
    if (!(contents instanceof Uint8Array) || !(contents.buffer instanceof ArrayBuffer)) continue
    if (contents.byteLength < contents.buffer.byteLength) shipped.add(contents.buffer)
    if (UNUSED.test(path) && !path.endsWith(USED)) files.unlink(path)
    else file.contents = contents.slice()
  }
  for (const buffer of shipped) buffer.transfer(0)
}

const filesBelow = (path: string, place: Place): [path: string, file: Place][] =>
  place.contents === undefined || place.contents instanceof Uint8Array
    ? [[path, place]]
    : Object.entries(place.contents).flatMap(([name, inside]) => filesBelow(`${path}/${name}`, inside))
