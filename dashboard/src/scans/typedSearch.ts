/** A search as it is typed, and the search of the address that it was typed over. */
export interface TypedSearch {
  text: string
  over: string
}

/** What the address gets of a typed search. */
export const sentOf = ({ text }: TypedSearch): string => text.trim()

/**
 * Whether what is typed still stands in its field: not once the address has become another by itself, by a link or a
 * step back.
 */
export const stands = (typed: TypedSearch, search: string): boolean => search === typed.over || search === sentOf(typed)

/** What is typed once it is sent: the address has it. */
export const sent = (typed: TypedSearch): TypedSearch => ({ ...typed, over: sentOf(typed) })
