import { expect, test } from "bun:test"
import { readFileSync } from "node:fs"
import { join } from "node:path"
import { withShippedFiles } from "../../fixtures/folder.ts"
import "../../fixtures/solar/index.ts"

const SUPPORT = join(import.meta.dir, "../support")

test("shipped files lie in memory that threads share", () => {
  const { shippedFiles } = withShippedFiles()
  const [path, climate] = [...shippedFiles].find(([path]) => path.endsWith("solar/climate.bin"))!
  expect(climate.buffer).toBeInstanceOf(SharedArrayBuffer)
  expect(Buffer.compare(climate, readFileSync(path))).toBe(0)
})

test("a thread takes the shipped files that it was given, and reads those that it was not", async () => {
  const given = new TextEncoder().encode("of the process")
  const shippedFiles = new Map([[join(SUPPORT, "shippedFileReader.ts"), given]])
  const options = { type: "module", workerData: { shippedFiles } } as const
  const thread = new Worker(join(SUPPORT, "shippedFileReader.ts"), options)
  const answer = await new Promise(done => {
    thread.onmessage = ({ data }) => done(data)
  })
  thread.terminate()
  expect(answer).toEqual({
    given: "of the process",
    read: readFileSync(join(SUPPORT, "requests.ts"), "utf8").length,
  })
})
