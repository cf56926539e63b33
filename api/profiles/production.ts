import { productionKwhPerKwp } from "../../domain/solar/production.ts"
import type { ProductionProvider } from "../../domain/solar/provider.ts"
import type { Log } from "../../infra/log.ts"

/** The operator's production provider, with the built-in model when it fails or there is none. */
export const createProduction =
  (provider: ProductionProvider | undefined, log: Log): ProductionProvider =>
  async surface => {
    if (!provider) return productionKwhPerKwp(surface)
    try {
      return await provider(surface)
    } catch (error) {
      log.warn({ err: error }, "the production provider failed; the built-in model is used for a profile")
      return productionKwhPerKwp(surface)
    }
  }
