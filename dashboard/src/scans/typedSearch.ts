/** A typed search, and the address's search at the time of typing. */
export interface TypedSearch {
  text: string
  over: string
}

/** The search to put into the address. */
export const sentOf = ({ text }: TypedSearch): string => text.trim()

/** True while the typed text stays in its field; false once a link or a step back has changed the address. */
export const stands = (typed: TypedSearch, search: string): boolean => search === typed.over || search === sentOf(typed)

/** State of a search after it is sent: the address has it. */
export const sent = (typed: TypedSearch): TypedSearch => ({ ...typed, over: sentOf(typed) })
