/**
 * Builds the package of the client: `bun cli/buildClient.ts` compiles client/ into client/dist, JavaScript with its
 * types. In the repository the types of operations come from their declarations; here they are written out, so that the
 * package has no dependencies.
 */
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { schemaNames } from "../api/docs/names.ts"
import { ErrorAnswer } from "../api/http/failure.ts"
import type { Operation } from "../api/http/operation.ts"
import { declaredOperations } from "../api/index.ts"
import { typesOf } from "./clientTypes.ts"

const CLIENT = fileURLToPath(new URL("../client/", import.meta.url))
const DIST = join(CLIENT, "dist")
const COMPILER = join(CLIENT, "../node_modules/typescript/bin/tsc")
/** The file that the written types replace. */
const TYPES = "operations.ts"

const optionsTo = (outDir: string) => ({
  compilerOptions: {
    target: "ES2023",
    module: "NodeNext",
    lib: ["ES2023", "DOM", "DOM.Iterable"],
    types: ["bun-types"],
    strict: true,
    skipLibCheck: true,
    verbatimModuleSyntax: true,
    rewriteRelativeImportExtensions: true,
    declaration: true,
    outDir,
  },
  include: ["*.ts"],
})

/** Operations of a client: everything except the WebSocket; for paths of both interfaces the v1 operation. */
const clientOperations = (): Operation[] => {
  const called = declaredOperations.filter(operation => !(101 in operation.answers))
  return called.filter((operation, index) => called.findIndex(({ place }) => place === operation.place) === index)
}

/** The written types of every operation. */
const writtenTypes = (): string => {
  const { Error: _, ...named } = schemaNames
  return typesOf(clientOperations(), { ...named, ErrorAnswer })
}

const build = async (): Promise<void> => {
  const work = join(CLIENT, `.build.${process.pid}`)
  const output = join(work, "dist")
  mkdirSync(work)
  try {
    for (const file of readdirSync(CLIENT).filter(name => name.endsWith(".ts")))
      cpSync(join(CLIENT, file), join(work, file))
    writeFileSync(join(work, TYPES), writtenTypes())
    writeFileSync(join(work, "package.json"), JSON.stringify({ type: "module" }))
    writeFileSync(join(work, "tsconfig.json"), JSON.stringify(optionsTo(output)))
    const { exitCode, stdout } = Bun.spawnSync([process.execPath, COMPILER, "-p", work])
    if (exitCode !== 0) throw new Error(`the client does not compile:\n${stdout}`)
    for (const file of readdirSync(output).filter(name => name.endsWith(".d.ts"))) withJsNames(join(output, file))
    replaceDist(output)
  } finally {
    rmSync(work, { recursive: true, force: true })
  }
  console.log("client/dist is built")
}

/** Number of attempts to replace the folder while other processes do. */
const MAX_REPLACEMENTS = 10

/** Replaces DIST, unless it has the same files: processes that pack at the same time then read whole packages. */
const replaceDist = (output: string): void => {
  for (let attempt = 1; !isSame(output, DIST); attempt++) {
    rmSync(DIST, { recursive: true, force: true })
    try {
      renameSync(output, DIST)
      return
    } catch (error) {
      if (attempt === MAX_REPLACEMENTS) throw error
    }
  }
}

const isSame = (folder: string, other: string): boolean => {
  const names = readdirSync(folder)
  try {
    return (
      readdirSync(other).length === names.length &&
      names.every(name => filesEqual(join(folder, name), join(other, name)))
    )
  } catch {
    // Another process is replacing the folder.
    return false
  }
}

const filesEqual = (file: string, other: string): boolean => readFileSync(file).equals(readFileSync(other))

/** Types are found in the folder of the JavaScript file that an import names. */
const withJsNames = (path: string): void =>
  writeFileSync(path, readFileSync(path, "utf8").replaceAll(/(from "\.\/\w+)\.ts"/g, '$1.js"'))

if (import.meta.main) await build()
