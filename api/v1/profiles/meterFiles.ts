import { InvalidInput } from "../../../domain/errors.ts"
import { MAX_UPLOAD_BYTES, type MeterYear } from "../../../domain/site/meters/readMeterFile.ts"
import { TooManyRequests } from "../../http/errors.ts"
import { fileBody, type UploadedFile } from "../../http/upload.ts"
import type { MeterFileAnswer, MeterFileTask } from "./meterThread.ts"

/** Files read at once in one process, each on a thread of its own. */
const MAX_READING = 2
/** Files that wait for a thread; more are told to come back. */
const MAX_WAITING = 16
const RETRY_SECONDS = 5
/** The largest files take a few seconds. */
const TIMEOUT_MS = 60_000
const MAX_NAME_LENGTH = 200

/** A form with a meter file in the field `file`. */
export const meterBody = fileBody("file", MAX_UPLOAD_BYTES)

/** An uploaded meter file under a name that can be kept. */
export const meterFile = ({ bytes, fileName }: UploadedFile): UploadedFile => ({
  bytes,
  fileName: fileName.slice(0, MAX_NAME_LENGTH),
})

/** Reads a meter export beside the requests; times are put on `site`. Throws InvalidInput or TooManyRequests. */
export type ReadMeter = (file: UploadedFile, site: MeterFileTask["site"]) => Promise<MeterYear>

/** Takes turns on a few threads, so that no upload holds up the other requests. */
export const createReadMeter = (): ReadMeter => {
  let reading = 0
  const waiting: (() => void)[] = []
  const turn = async (): Promise<void> => {
    if (reading < MAX_READING) {
      reading++
      return
    }
    if (waiting.length >= MAX_WAITING)
      throw new TooManyRequests("too many files are being read; try again", RETRY_SECONDS)
    await new Promise<void>(resolve => waiting.push(resolve))
  }
  const done = (): void => {
    const next = waiting.shift()
    if (next) next()
    else reading--
  }
  return async (file, site) => {
    await turn()
    try {
      return await onThread({ ...file, site })
    } finally {
      done()
    }
  }
}

/** The meter year of a file. Throws InvalidInput. */
const onThread = (task: MeterFileTask): Promise<MeterYear> => {
  const thread = new Worker(new URL("./meterThread.ts", import.meta.url))
  return new Promise<MeterFileAnswer>((resolve, reject) => {
    const timer = setTimeout(
      () => resolve({ violations: ["the file takes too long to read: send a shorter period"] }),
      TIMEOUT_MS,
    )
    thread.onmessage = ({ data }: MessageEvent<MeterFileAnswer>) => {
      clearTimeout(timer)
      resolve(data)
    }
    thread.onerror = ({ message }) => {
      clearTimeout(timer)
      reject(new Error(message))
    }
    thread.postMessage(task)
  })
    .finally(() => thread.terminate())
    .then(answer => {
      if ("violations" in answer) throw new InvalidInput(answer.violations)
      return answer.meter
    })
}
