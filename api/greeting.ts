import type { FirstCredentials } from "./credentials/firstCredentials.ts"
import type { ApiService } from "./index.ts"

/** First lines of a service, shown until the first use of its database's credentials. */
export const credentialsText = ({ email, password, testKey, liveKey }: FirstCredentials): string =>
  [
    "First credentials, shown at each start until one of them is used:",
    `  owner           ${email}`,
    ...(password ? [`  password        ${password}  (to be changed at the first login)`] : []),
    ...(testKey ? [`  test key        ${testKey}`] : []),
    ...(liveKey ? [`  production key  ${liveKey}`] : []),
    "",
  ].join("\n")

/** Lines of a started service. */
export const greeting = ({ address, metricsAddress }: Pick<ApiService, "address" | "metricsAddress">): string =>
  [
    `Solar Scan Service listens on ${address}`,
    `Interface: ${address}/docs`,
    `Dashboard: ${address}/dashboard`,
    ...(metricsAddress ? [`Measurements: ${metricsAddress}/metrics`] : []),
    "",
  ].join("\n")
