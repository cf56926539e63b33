import { readFileSync } from "node:fs"
import { InvalidInput } from "../../domain/base/errors.ts"
import { readMeterFile } from "../../domain/site/meters/readMeterFile.ts"
import { messageOf } from "../../domain/texts/violations.ts"

/**
 * Reads a file as a meter file, by the path in its argument. Prints as JSON the result and the largest memory [bytes]
 * that a parallel thread sampled. The system's own peak counts the memory of the parent process too.
 */

const SAMPLE_MS = 2

const read = (path: string): string => {
  try {
    return readMeterFile(new Uint8Array(readFileSync(path)), "x.xlsx").format
  } catch (error) {
    if (error instanceof InvalidInput) return messageOf(error.violations, "en")
    throw error
  }
}

if (Bun.isMainThread) {
  const peak = new BigInt64Array(new SharedArrayBuffer(8))
  const watch = new Worker(import.meta.url)
  await new Promise<void>(resolve => {
    watch.onmessage = () => resolve()
    watch.postMessage(peak)
  })
  const said = read(Bun.argv[2] ?? "")
  console.log(JSON.stringify({ said, peakBytes: Number(Atomics.load(peak, 0)) }))
  process.exit(0)
}

self.onmessage = ({ data: peak }: MessageEvent<BigInt64Array>) => {
  const sample = () => {
    const bytes = BigInt(process.memoryUsage.rss())
    if (bytes > Atomics.load(peak, 0)) Atomics.store(peak, 0, bytes)
  }
  sample()
  setInterval(sample, SAMPLE_MS)
  self.postMessage("watching")
}
