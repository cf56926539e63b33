/** Minimum length of a word that stays easy to guess with digits and signs appended. */
const MIN_WORD = 4
/** Minimum number of different characters; fewer are a repeated key or a short pattern. */
const MIN_DIFFERENT = 4

/**
 * True if a password is among the 49,000 most common passwords, in any case, also with digits or signs after it. The
 * list (@zxcvbn-ts/language-common, MIT) is read when the first password is set, and takes some 20 MB from then on.
 */
export const isCommonPassword = async (password: string): Promise<boolean> => {
  const lower = password.toLowerCase()
  if (new Set(lower).size < MIN_DIFFERENT) return true
  commonPasswords ??= readList()
  const common = await commonPasswords
  const word = withoutTail(lower)
  return common.has(lower) || (word.length >= MIN_WORD && common.has(word))
}

let commonPasswords: Promise<ReadonlySet<string>> | undefined

const readList = async (): Promise<ReadonlySet<string>> => {
  const { dictionary } = await import("@zxcvbn-ts/language-common")
  return new Set(dictionary["passwords-common"])
}

const isLetter = (character: string): boolean => character >= "a" && character <= "z"

const withoutTail = (text: string): string => {
  let end = text.length
  while (end > 0 && !isLetter(text.charAt(end - 1))) end--
  return text.slice(0, end)
}
