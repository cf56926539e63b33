import { afterAll, beforeAll, expect, test } from "bun:test"
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { openApiDocument } from "../../api/docs/document.ts"
import { declaredOperations } from "../../api/index.ts"
import { ROOT } from "../support/child.ts"
import {
  emptyDataDir,
  LIVE_KEY,
  OWNER,
  type RunningService,
  startFresh,
  startProcess,
  TEST_KEY,
} from "../support/service.ts"

/** Runs the code of the pages: the shell commands of a page as one script, and each program alone. */

const DOCS = join(ROOT, "docs")
/** The pages' reader has the printed password of a first start, which must be changed first. */
const WITH_PRINTED_PASSWORD = ["quickstart"]
const NEW_PASSWORD = "one that I chose"
const RUN = ["agents", "bulk", "clients", "events", "legacy", "login", "offers", "profiles", "quickstart", "webhooks"]
const CURL = Bun.which("curl")
const hasPython = Bun.which("python3") !== null

let service: RunningService
let fresh: RunningService
const folder = mkdtempSync(join(tmpdir(), "solar-scan-docs-"))
const children: string[] = []
beforeAll(async () => {
  service = await startFresh({ WEBHOOK_ALLOW_PRIVATE: "1" })
  fresh = await startProcess(await emptyDataDir(), { WEBHOOK_ALLOW_PRIVATE: "1", BOOTSTRAP_PASSWORD: "" })
})
afterAll(async () => {
  await service.end()
  await fresh.end()
  rmSync(fresh.dataDir, { recursive: true, force: true })
  rmSync(folder, { recursive: true, force: true })
  for (const file of children) rmSync(file, { force: true })
})

const blocksOf = (page: string, language: string): string[] =>
  [...readFileSync(join(DOCS, `${page}.md`), "utf8").matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, "gs"))].map(
    ([, code]) => code!,
  )

/** Variables that a reader sets from the output of a first start. */
const printed = (): Record<string, string> => {
  const [, password] = /^ {2}password +(\S+)/m.exec(fresh.output()) ?? []
  expect(password).toBeString()
  return { URL: fresh.address, PASSWORD: password!, NEW_PASSWORD }
}

const run = async (command: string[], cwd: string, env: Record<string, string> = {}): Promise<string> => {
  const own = { URL: service.address, KEY: LIVE_KEY, TEST_KEY, EMAIL: OWNER.email, PASSWORD: OWNER.password, ...env }
  const child = Bun.spawn(command, { cwd, env: { ...process.env, ...own }, stdout: "pipe", stderr: "pipe" })
  const [output, errors] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  expect([await child.exited, errors]).toEqual([0, ""])
  return output
}

test.skipIf(!CURL).each(RUN.filter(page => blocksOf(page, "sh").length > 0))(
  "the commands of docs/%s.md run",
  async page => {
    const [settings, ...steps] = blocksOf(page, "sh")
    expect(settings).toMatch(/^(export \w+=\S+\n)+$/)
    const script = ["bash", "-euo", "pipefail", "-c", steps.join("\n")]
    expect(await run(script, folder, WITH_PRINTED_PASSWORD.includes(page) ? printed() : {})).not.toBe("")
  },
)

test.skipIf(!CURL)("the first scan of README.md is completed, and its report is where the text says", async () => {
  const readme = readFileSync(join(ROOT, "README.md"), "utf8")
  const [, command] = /^export KEY=\S+\n(curl .*?)```/ms.exec(readme)!
  const script = command!.replaceAll("http://127.0.0.1:3000", service.address)
  const { id, status } = JSON.parse(await run(["bash", "-c", script], folder))
  expect(status).toBe("completed")
  const result = await fetch(`${service.address}/v1/scans/${id}/result`, { headers: { "x-api-key": LIVE_KEY } })
  expect(await result.json()).toMatchObject({ id, status: "optimal" })
})

/**
 * Programs of the pages, except webhooks: its programs are modules of a receiver, which docsExamples.test.ts imports.
 */
const programs = RUN.filter(page => page !== "webhooks").flatMap(page =>
  blocksOf(page, "ts").map((code, index) => ({ name: `${page} ${index + 1}`, code })),
)

test.each(programs)("the program $name runs", async ({ name, code }) => {
  // The repository's folder, so that imports resolve.
  const file = join(ROOT, `.docs-${process.pid}-${name.replace(" ", "-")}.ts`)
  children.push(file)
  writeFileSync(file, code)
  expect(await run([process.execPath, file], ROOT)).not.toBe("")
})

test.skipIf(!hasPython).each(blocksOf("clients", "python"))("a program in Python runs (needs python3)", async code => {
  await run([process.execPath, "cli/buildPythonClient.ts"], ROOT)
  const env = { PYTHONPATH: join(ROOT, "client/python"), PYTHONDONTWRITEBYTECODE: "1" }
  expect(await run(["python3", "-c", code], folder, env)).not.toBe("")
})

// Run `bun cli/interfacePage.ts` to update docs/interface.md.
test("every operation is somewhere in the docs by its full path", () => {
  const pages = readdirSync(DOCS).filter(name => name.endsWith(".md"))
  const text = pages.map(name => readFileSync(join(DOCS, name), "utf8")).join("\n")
  const { paths } = openApiDocument(declaredOperations, service.address) as { paths: Record<string, object> }
  const places = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map(method => `\`${method.toUpperCase()} ${path}\``),
  )
  expect(places.filter(place => !text.includes(place))).toEqual([])
})
