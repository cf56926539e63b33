import { InvalidInput } from "../../../domain/errors.ts"
import { type MeterYear, readMeterFile } from "../../../domain/site/meters/readMeterFile.ts"

/** A thread that reads one meter file. */

declare const self: Worker

export interface MeterFileTask {
  bytes: Uint8Array<ArrayBuffer>
  fileName: string
  site: { offsetHours: number; year: number }
}

export type MeterFileAnswer = { meter: MeterYear } | { violations: string[] }

const answerTo = ({ bytes, fileName, site }: MeterFileTask): MeterFileAnswer => {
  try {
    return { meter: readMeterFile(bytes, fileName, site) }
  } catch (error) {
    if (error instanceof InvalidInput) return { violations: error.violations }
    throw error
  }
}

self.onmessage = ({ data }: MessageEvent<MeterFileTask>) => self.postMessage(answerTo(data))
