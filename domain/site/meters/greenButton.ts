import type { ValueKind } from "./hours.ts"
import { refuse } from "./refusal.ts"
import { emptySamples, type Samples } from "./samples.ts"
import { epochStamp } from "./values.ts"
import { walkXml } from "./xml.ts"

/**
 * Green Button downloads: NAESB REQ.21, Energy Services Provider Interface (ESPI), as an Atom feed. Moments are seconds
 * since 1970 UTC.
 */

export const GREEN_BUTTON: ValueKind & { name: string } = { name: "Green Button", kind: "interval", stamps: "start" }

const NAMESPACE = "naesb.org/espi"
const HEAD_BYTES = 64 * 1024
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf]
const LESS_THAN = 0x3c
/** Codes of ReadingType: units (uom), and energy that flows back to the grid (flowDirection). */
const WATT_HOURS = "72"
const WATTS = "38"
const REVERSE = "19"
const SECONDS_PER_HOUR = 3600
const MS_PER_SECOND = 1000

/** True if a file is a Green Button download. */
export const isGreenButton = (bytes: Uint8Array): boolean =>
  bytes[withoutMark(bytes)] === LESS_THAN && new TextDecoder().decode(bytes.subarray(0, HEAD_BYTES)).includes(NAMESPACE)

const withoutMark = (bytes: Uint8Array): number => (BYTE_ORDER_MARK.every((byte, at) => bytes[at] === byte) ? 3 : 0)

type Fields = Record<string, string>

/** An entry of the feed: its links, the fields of a reading type, and the readings of its blocks. */
interface Entry {
  self: string
  up: string
  related: string[]
  type: Fields | null
  /** The reading type that came last before the readings. */
  before: Fields | null
  readings: { start: number; seconds: number; value: number }[]
}

const emptyEntry = (): Entry => ({ self: "", up: "", related: [], type: null, before: null, readings: [] })

const entriesOf = (bytes: Uint8Array): Entry[] => {
  const entries: Entry[] = []
  let entry = emptyEntry()
  let last: Fields | null = null
  let fields: Fields = {}
  let text = ""
  walkXml([bytes.subarray(withoutMark(bytes))], {
    open: (name, { rel, href = "" }) => {
      text = ""
      if (name === "entry") {
        entry = emptyEntry()
        entries.push(entry)
      } else if (name === "link" && rel === "self") entry.self = href
      else if (name === "link" && rel === "up") entry.up = href
      else if (name === "link" && rel === "related") entry.related.push(href)
      else if (name === "ReadingType" || name === "IntervalReading") fields = {}
    },
    text: piece => {
      text += piece
    },
    close: name => {
      fields[name] = text.trim()
      text = ""
      if (name === "ReadingType") {
        last = fields
        entry.type = fields
      } else if (name === "IntervalReading") {
        entry.before = last
        const { start, duration, value } = fields
        entry.readings.push({ start: Number(start), seconds: Number(duration), value: Number(value || Number.NaN) })
      }
    },
  })
  return entries
}

/** The reading type of a block: from its meter reading, else the previous reading type in the feed. */
const typeOf = (block: Entry, entries: readonly Entry[], types: ReadonlyMap<string, Fields>): Fields => {
  const isAbove = ({ self }: Entry) => self !== "" && (block.up === self || block.up.startsWith(`${self}/`))
  const related = entries.filter(entry => entry.related.length > 0 && isAbove(entry)).flatMap(entry => entry.related)
  const relatedType = related.map(href => types.get(href)).find(type => type !== undefined)
  return relatedType ?? block.before ?? [...types.values()][0] ?? {}
}

interface Block {
  type: Fields
  entry: Entry
}

/**
 * The energy of a Green Button download. Among several reading types of one direction (quarters and hours of the same
 * energy) it takes the type with the most readings of at most an hour. Readings of other units are left out. Throws
 * InvalidInput for damaged XML, and for a feed without a reading type that names a unit.
 */
export const greenButtonSamples = (bytes: Uint8Array): Samples => {
  const samples = emptySamples()
  const entries = entriesOf(bytes)
  const types = new Map(entries.flatMap(({ self, type }) => (type ? [[self, type] as const] : [])))
  const blocks = entries.filter(({ readings }) => readings.length > 0)
  const typed = blocks.map((entry): Block => ({ type: typeOf(entry, entries, types), entry }))
  const electric = typed.filter(({ type: { uom } }) => uom === WATT_HOURS || uom === WATTS)
  if (electric.length === 0 && typed.some(({ type: { uom } }) => !uom)) refuse("file-without-units")
  samples.leftOut.gas += typed.length - electric.length
  for (const isReverse of [false, true]) {
    const ofWay = electric.filter(({ type }) => (type.flowDirection === REVERSE) === isReverse)
    for (const block of ofType(ofWay, fullest(ofWay))) addBlock(samples, block, isReverse)
  }
  return samples
}

const ofType = (blocks: Block[], type: Fields | undefined): Block[] => blocks.filter(block => block.type === type)

const fullest = (blocks: Block[]): Fields | undefined => {
  const counts = new Map<Fields, number>()
  for (const { type, entry } of blocks) {
    const fine = entry.readings.filter(({ seconds }) => seconds <= SECONDS_PER_HOUR).length
    counts.set(type, (counts.get(type) ?? 0) + fine)
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0]
}

const addBlock = (samples: Samples, { type, entry }: Block, isReverse: boolean): void => {
  const k = 10 ** Number(type.powerOfTenMultiplier ?? 0) / 1000
  const connection = /UsagePoint\/([^/]+)/.exec(entry.up)?.[1]
  for (const { start, seconds, value } of entry.readings) {
    const time = epochStamp(start)
    if (!time) continue
    const hours = type.uom === WATTS ? seconds / SECONDS_PER_HOUR : 1
    samples.add({
      direction: isReverse ? "export" : "import",
      register: "all",
      connection,
      time,
      end: { ms: time.ms + seconds * MS_PER_SECOND, isUtc: true },
      valueKwh: value * k * hours,
    })
  }
}
