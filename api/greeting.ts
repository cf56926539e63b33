import type { FirstCredentials } from "./credentials/bootstrap.ts"
import type { ApiService } from "./index.ts"

/** What a started service prints: its address and, once, the credentials that an empty database was given. */
export const greeting = (
  { address, metricsAddress }: Pick<ApiService, "address" | "metricsAddress">,
  firstCredentials: FirstCredentials | undefined,
): string => {
  const lines = [`Solar Scan Service listens on ${address}`, `Interface: ${address}/docs`]
  if (metricsAddress) lines.push(`Measurements: ${metricsAddress}/metrics`)
  if (firstCredentials) {
    const { email, password, testKey, liveKey } = firstCredentials
    lines.push(
      "",
      "First credentials, shown once:",
      `  owner           ${email}`,
      ...(password ? [`  password        ${password}  (to be changed at the first login)`] : []),
      `  test key        ${testKey}`,
      `  production key  ${liveKey}`,
    )
  }
  return `${lines.join("\n")}\n`
}
