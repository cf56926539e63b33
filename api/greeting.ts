import type { FirstCredentials } from "./credentials/firstCredentials.ts"
import type { ApiService } from "./index.ts"

/** What a service prints before all else while nobody has used the credentials that its empty database was given. */
export const credentialsText = ({ email, password, testKey, liveKey }: FirstCredentials): string =>
  [
    "First credentials, shown at each start until one of them is used:",
    `  owner           ${email}`,
    ...(password ? [`  password        ${password}  (to be changed at the first login)`] : []),
    ...(testKey ? [`  test key        ${testKey}`] : []),
    ...(liveKey ? [`  production key  ${liveKey}`] : []),
    "",
  ].join("\n")

/** What a started service prints. */
export const greeting = ({ address, metricsAddress }: Pick<ApiService, "address" | "metricsAddress">): string =>
  [
    `Solar Scan Service listens on ${address}`,
    `Interface: ${address}/docs`,
    `Dashboard: ${address}/dashboard`,
    ...(metricsAddress ? [`Measurements: ${metricsAddress}/metrics`] : []),
    "",
  ].join("\n")
