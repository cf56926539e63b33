import { InvalidInput } from "../../errors.ts"

const MAX_QUOTED_LENGTH = 60

/** Text of a file as a message may show it: printable, at most 60 characters. */
export const shown = (text: string): string => {
  const start = text.slice(0, MAX_QUOTED_LENGTH).replace(/[^\p{L}\p{N}\p{P}\p{S} ]/gu, "?")
  return text.length > MAX_QUOTED_LENGTH ? `${start}…` : start
}

/** Refuses a meter file: throws InvalidInput with one sentence that says what to do. */
export const refuse = (reason: string): never => {
  throw new InvalidInput([reason])
}
