/** Saves the content of a same-origin address as a file. */
export const saveAs = (name: string, url: string): void =>
  Object.assign(document.createElement("a"), { href: url, download: name }).click()
