const USUAL_NAME = /^Roof (\d+)$/

/** True for the name that the service gives a roof without one. */
export const isUsualName = (name: string): boolean => USUAL_NAME.test(name)

/** Name of a roof; a roof without a name gets a number in the page's language. */
export const roofName = (name: string, roof: string): string => name.replace(USUAL_NAME, `${roof} $1`)
