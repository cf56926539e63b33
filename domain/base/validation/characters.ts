/** First characters of a text, at most `most`; a character that UTF-16 writes in two units stays whole. */
export const firstCharacters = (text: string, most: number): string =>
  text.length <= most
    ? text
    : Array.from(text.slice(0, 2 * most))
        .slice(0, most)
        .join("")
