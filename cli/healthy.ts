const LIMIT_MS = 4_000

/**
 * `bun cli/healthy.ts [PATH]`: ends with 0 if the service of this machine answers PATH (default /healthz) with success,
 * otherwise with 1. Used as health check of a container.
 */
const main = async ([path = "/healthz"]: string[]): Promise<boolean> => {
  const address = `http://127.0.0.1:${process.env.PORT || 3000}${path}`
  return fetch(address, { signal: AbortSignal.timeout(LIMIT_MS) }).then(
    ({ ok }) => ok,
    () => false,
  )
}

main(process.argv.slice(2)).then(isHealthy => process.exit(isHealthy ? 0 : 1))
