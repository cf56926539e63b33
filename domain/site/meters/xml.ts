import { Parser } from "htmlparser2"
import { refuse } from "./refusal.ts"

/**
 * Characters between two tags, and of one tag: a cell of a spreadsheet holds 32,767, and its attributes take a moment
 * each.
 */
const MAX_LENGTH_BETWEEN_TAGS = 256 * 1024
/** Nested elements: a cell of a sheet is five deep. */
const MAX_DEPTH = 64
/** Number of characters passed to the parser at a time. */
const PIECE_LENGTH = 64 * 1024

/**
 * Callbacks of a walk through XML, with names without prefix; a text may come in pieces. A closing tag answered with
 * false ends the walk.
 */
export interface XmlHandlers {
  open?: (name: string, attributes: Readonly<Record<string, string>>) => void
  text?: (text: string) => void
  close?: (name: string) => unknown
}

/** A name without its prefix. */
export const localName = (name: string): string => name.slice(name.indexOf(":") + 1)

/**
 * Walks through the UTF-8 XML of a part while it is unpacked: at most a piece and the text between two tags are in
 * memory. Throws InvalidInput for elements without an end, too deep, or too long.
 */
export const walkXml = (chunks: Iterable<Uint8Array>, { open, text, close }: XmlHandlers): void => {
  let depth = 0
  let lengthSinceTag = 0
  let isStopped = false
  let isEmptySoFar = false
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        lengthSinceTag = 0
        isEmptySoFar = true
        if (++depth > MAX_DEPTH) damaged()
        open?.(localName(name), attributes)
      },
      ontext: piece => {
        isEmptySoFar = false
        text?.(piece)
      },
      // The parser itself closes elements left open by another end, or by the end of the document, and elements without
      // content.
      onclosetag: (name, isImplied) => {
        if (isImplied && !isEmptySoFar) damaged()
        isEmptySoFar = false
        lengthSinceTag = 0
        depth--
        if (close?.(localName(name)) !== false) return
        isStopped = true
        parser.pause()
      },
    },
    { xmlMode: true },
  )
  for (const piece of pieces(chunks)) {
    lengthSinceTag += piece.length
    parser.write(piece)
    if (isStopped) return
    if (lengthSinceTag > MAX_LENGTH_BETWEEN_TAGS) damaged()
  }
  isEmptySoFar = false
  parser.end()
}

const damaged = (): never => refuse("file-workbook-damaged")

function* pieces(chunks: Iterable<Uint8Array>): Generator<string> {
  const decoder = new TextDecoder()
  for (const chunk of chunks) {
    for (let start = 0; start < chunk.length; start += PIECE_LENGTH) {
      yield decoder.decode(chunk.subarray(start, start + PIECE_LENGTH), { stream: true })
    }
  }
}
