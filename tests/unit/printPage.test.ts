import { expect, test } from "bun:test"
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { dirname, join } from "node:path"
import { createPrintPage, PdfFailed } from "../../infra/pdf/chromium.ts"

/** A program in place of the browser: it writes the PDF to $file and keeps its arguments in the same folder. */
const programOf = (body: string): { path: string; said: () => string } => {
  const folder = mkdtempSync(join(tmpdir(), "solar-scan-printer-"))
  chmodSync(folder, 0o777)
  const path = join(folder, "browser")
  const file = `for each; do case "$each" in --print-to-pdf=*) file=\${each#--print-to-pdf=};; esac; done`
  writeFileSync(path, `#!/bin/sh\nprintf '%s\\n' "$@" > '${folder}/said'\n${file}\n${body}\n`)
  chmodSync(path, 0o755)
  return { path, said: () => readFileSync(join(folder, "said"), "utf8") }
}

const URL = "http://127.0.0.1:9/shared/x"

test("the document is what the browser wrote, which is told to reach this machine alone and leaves nothing behind", async () => {
  const { path, said } = programOf('printf "%%PDF-1.4 here" > "$file"')
  const document = await createPrintPage(path)(URL, "nl")
  expect(Buffer.from(document).toString()).toBe("%PDF-1.4 here")
  const told = said().trim().split("\n")
  expect(told.at(-1)).toBe(URL)
  expect(told).toContain("--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1")
  expect(told).toContain("--accept-lang=nl")
  const file = told.find(each => each.startsWith("--print-to-pdf="))!.slice("--print-to-pdf=".length)
  expect(existsSync(dirname(file))).toBe(false)
})

test("the browser of a service that runs as root runs as nobody", async () => {
  const { path } = programOf('{ printf "%%PDF-1.4 "; id -u; } > "$file"')
  const document = await createPrintPage(path)(URL, "nl")
  const userId = process.getuid?.() === 0 ? 65_534 : process.getuid?.()
  expect(Buffer.from(document).toString()).toBe(`%PDF-1.4 ${userId}\n`)
})

test.each([
  ["fails", "exit 3", "it ended with 3"],
  ["writes nothing", "exit 0", "ENOENT"],
  ["never ends", "exec sleep 60", "it was ended by SIGKILL"],
  ["writes too much", 'head -c 2000 /dev/zero > "$file"', "2000 bytes are more than 1000"],
])("a browser that %s makes no document, and its folder goes", async (_, body, reason) => {
  const { path, said } = programOf(body)
  const printed = createPrintPage(path, { limitMs: 1_000, maxBytes: 1_000 })(URL, "en")
  const error = await printed.catch(caught => caught)
  expect(error).toBeInstanceOf(PdfFailed)
  expect(error.message).toContain(reason)
  const profile = said().match(/--user-data-dir=(.*)\/profile/)![1]!
  expect(existsSync(profile)).toBe(false)
})

test("a folder for temporary files with too long a path for the browser's socket is named", async () => {
  const { path } = programOf('printf "%%PDF-1.4 here" > "$file"')
  const earlier = process.env.TMPDIR
  const long = join(mkdtempSync(join(tmpdir(), "long-")), "x".repeat(50))
  mkdirSync(long)
  process.env.TMPDIR = long
  const error = await createPrintPage(path)(URL, "en").catch(caught => caught)
  if (earlier === undefined) delete process.env.TMPDIR
  else process.env.TMPDIR = earlier
  expect(error).toBeInstanceOf(PdfFailed)
  expect(error.message).toContain(`the path of TMPDIR, ${long}, is too long`)
  expect(readdirSync(long)).toEqual([])
})

test("a browser that is not there makes no document", async () => {
  await expect(createPrintPage("/nothing/here")(URL, "en")).rejects.toBeInstanceOf(PdfFailed)
})
