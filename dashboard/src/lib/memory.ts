/** A value stored by the browser; null if it is missing or the browser stores nothing. */
export const remembered = (name: string): string | null => {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

export const remember = (name: string, value: string): void => {
  try {
    localStorage.setItem(name, value)
  } catch {
    // Without storage the browser asks again next time.
  }
}
