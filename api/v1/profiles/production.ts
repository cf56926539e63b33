import { note } from "../../../domain/notes/note.ts"
import { productionKwhPerKwp } from "../../../domain/site/solar/production.ts"
import { failureOf, type ProductionProvider } from "../../../domain/site/solar/provider.ts"
import { pvgisProvider } from "../../../domain/site/solar/pvgis.ts"
import type { Log } from "../../../infra/log.ts"
import { askPvgis } from "../../../infra/pvgis/ask.ts"

/**
 * Who makes the production of solar layers: the operator's PVGIS server, asked anew each time, or the built-in model when
 * there is none or, with a warning, when it fails.
 */
export const createProduction = (pvgisUrl: string | undefined, log: Log): ProductionProvider => {
  if (!pvgisUrl) return surface => productionKwhPerKwp(surface)
  const provider = pvgisProvider(askPvgis(pvgisUrl))
  return async surface => {
    try {
      return await provider(surface)
    } catch (error) {
      log.warn({ err: error }, "the production provider failed; the built-in model is used for a profile")
      return { ...productionKwhPerKwp(surface), warning: note("provider-failed", { failure: failureOf(error) }) }
    }
  }
}
