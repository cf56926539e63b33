/** The name of a roof: one that the request left out is counted in the page's language. */
export const roofName = (name: string, roof: string): string => name.replace(/^Roof (\d+)$/, `${roof} $1`)
