/** The first characters of a text, up to a number, never cut in half: UTF-16 writes some in two units. */
export const firstCharacters = (text: string, most: number): string =>
  text.length <= most
    ? text
    : Array.from(text.slice(0, 2 * most))
        .slice(0, most)
        .join("")
