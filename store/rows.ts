/** The rows of a raw SQL answer, which the two engines give in two shapes. */
export const rowsOf = <T>(answer: unknown): T[] =>
  Array.isArray(answer) ? (answer as T[]) : ((answer as { rows: T[] }).rows ?? [])
