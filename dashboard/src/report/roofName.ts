/** Name of a roof; a roof without a name gets a number in the page's language. */
export const roofName = (name: string, roof: string): string => name.replace(/^Roof (\d+)$/, `${roof} $1`)
