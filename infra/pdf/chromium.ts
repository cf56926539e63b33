import { chownSync, mkdtempSync, rmSync } from "node:fs"
import { stat } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"

/** Timeout for drawing and printing a page. */
const PRINT_LIMIT_MS = 30_000
/** Time of the page's own clock for its requests and drawings; it passes as fast as the page is done. */
const PAGE_TIME_MS = 15_000
/** Maximum size of a document. */
const MAX_PDF_BYTES = 32 * 1024 * 1024
/**
 * Chromium makes a socket in its folder for temporary files, at `org.chromium.Chromium.XXXXXX/SingletonSocket`, and
 * Linux takes paths of sockets of at most 107 bytes.
 */
const MAX_FOLDER_BYTES = 62

/** Error: the browser did not print, because it is missing, ended, exceeded its time, or wrote too much. */
export class PdfFailed extends Error {
  readonly code = "PDF_FAILED"
  constructor(reason: string) {
    super(`the browser of PDF_CHROMIUM made no document: ${reason}`)
    this.name = "PdfFailed"
  }
}

/** Prints a page of this machine as PDF, its sentences in a language. Throws PdfFailed. */
export type PrintPage = (url: string, language: string) => Promise<Uint8Array<ArrayBuffer>>

/** User and group `nobody` of Linux, which own nothing. */
const NOBODY_ID = 65_534
/** Program of util-linux that starts another program as another user, without a way back. */
const SWITCH_USER = ["setpriv", `--reuid=${NOBODY_ID}`, `--regid=${NOBODY_ID}`, "--clear-groups", "--no-new-privs"]
const isSuperuser = (): boolean => process.getuid?.() === 0

/** Command that prints as a user without rights; it owns `folder` afterwards. */
const withoutRights = (folder: string, command: string[]): string[] => {
  if (!isSuperuser()) return command
  chownSync(folder, NOBODY_ID, NOBODY_ID)
  return [...SWITCH_USER, ...command]
}

/** Arguments of a browser that reaches this machine alone and leaves nothing behind. */
const argumentsOf = (folder: string, language: string): string[] => [
  "--headless",
  // A container that starts its service as root often lacks the namespaces that the sandbox needs.
  ...(isSuperuser() ? ["--no-sandbox"] : []),
  "--disable-gpu",
  "--disable-dev-shm-usage",
  "--disable-extensions",
  "--disable-background-networking",
  "--disable-component-update",
  "--disable-sync",
  "--no-first-run",
  "--no-proxy-server",
  "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
  `--user-data-dir=${join(folder, "profile")}`,
  `--lang=${language}`,
  `--accept-lang=${language}`,
  "--window-size=1280,1800",
  "--run-all-compositor-stages-before-draw",
  `--virtual-time-budget=${PAGE_TIME_MS}`,
  "--no-pdf-header-footer",
]

/**
 * Prints each page with a separate Chromium process, on a profile that is deleted afterwards. If this process runs as
 * root, the browser runs with the user id of `nobody`. Tests use smaller limits.
 */
export const createPrintPage =
  (executable: string, { limitMs = PRINT_LIMIT_MS, maxBytes = MAX_PDF_BYTES } = {}): PrintPage =>
  async (url, language) => {
    const folder = mkdtempSync(join(tmpdir(), "pdf-"))
    const file = join(folder, "page.pdf")
    try {
      if (Buffer.byteLength(folder) > MAX_FOLDER_BYTES)
        throw new PdfFailed(`the path of TMPDIR, ${tmpdir()}, is too long`)
      const command = [executable, ...argumentsOf(folder, language), `--print-to-pdf=${file}`, url]
      const child = Bun.spawn(withoutRights(folder, command), {
        env: { PATH: process.env.PATH ?? "", HOME: folder, TMPDIR: folder, LANGUAGE: language, LANG: "C.UTF-8" },
        stdin: "ignore",
        stdout: "ignore",
        stderr: "ignore",
        timeout: limitMs,
        killSignal: "SIGKILL",
      })
      const code = await child.exited
      if (child.signalCode !== null) throw new PdfFailed(`it was ended by ${child.signalCode}`)
      if (code !== 0) throw new PdfFailed(`it ended with ${code}`)
      return await readPdf(file, maxBytes)
    } catch (error) {
      throw error instanceof PdfFailed ? error : new PdfFailed(String(error))
    } finally {
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 })
    }
  }

const readPdf = async (file: string, maxBytes: number): Promise<Uint8Array<ArrayBuffer>> => {
  const { size } = await stat(file)
  if (size > maxBytes) throw new PdfFailed(`${size} bytes are more than ${maxBytes}`)
  return Bun.file(file).bytes()
}
