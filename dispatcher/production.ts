import type { ProductionProvider } from "../domain/site/solar/provider.ts"
import { pvgisProvider } from "../domain/site/solar/pvgis.ts"
import { askPvgis } from "../infra/pvgis/ask.ts"

/** The production provider of an operator's PVGIS server. */
export const pvgisProduction = (baseUrl: string): ProductionProvider => pvgisProvider(askPvgis(baseUrl))
