import type { ProductionProvider } from "../domain/solar/provider.ts"
import { pvgisProvider } from "../domain/solar/pvgis.ts"
import { askPvgis } from "../infra/pvgis/ask.ts"

/** The production provider of an operator's PVGIS server. */
export const pvgisProduction = (baseUrl: string): ProductionProvider => pvgisProvider(askPvgis(baseUrl))
