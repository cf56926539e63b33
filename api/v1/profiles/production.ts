import { productionKwhPerKwp } from "../../../domain/site/solar/production.ts"
import { askProvider, type ProductionProvider } from "../../../domain/site/solar/provider.ts"
import { pvgisProvider } from "../../../domain/site/solar/pvgis.ts"
import type { Log } from "../../../infra/log.ts"
import { askPvgis } from "../../../infra/pvgis/ask.ts"

/**
 * Provider of the production of solar layers: the operator's PVGIS server, asked each time. The built-in model replaces
 * a missing server, or with a warning a failing server.
 */
export const createProduction = (pvgisUrl: string | undefined, log: Log): ProductionProvider => {
  if (!pvgisUrl) return surface => productionKwhPerKwp(surface)
  const provider = pvgisProvider(askPvgis(pvgisUrl))
  return async surface => {
    const provided = await askProvider(provider, surface)
    if ("production" in provided) return provided.production
    log.warn({ err: provided.error }, "the production provider failed; the built-in model is used for a profile")
    return { ...productionKwhPerKwp(surface), warning: provided.warning }
  }
}
