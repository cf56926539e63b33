/** Saves what an address of the page's own holds as a file of the reader's. */
export const saveAs = (name: string, url: string): void =>
  Object.assign(document.createElement("a"), { href: url, download: name }).click()
