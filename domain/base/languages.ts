/** Languages that sentences are written in; the first is the default. */
export const LANGUAGES = ["en", "nl", "de"] as const
export type Language = (typeof LANGUAGES)[number]
