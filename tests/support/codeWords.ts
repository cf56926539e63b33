/** Words of programs, which no page shows: paths in JSON, names of fields, and words of the calculation. */
export const CODE_WORDS = /[a-z]+\[\d+\]\.|EurPerKwh|seed|solver/i
