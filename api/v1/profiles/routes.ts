import type { Log } from "../../../infra/log.ts"
import type { Database } from "../../../store/database.ts"
import type { AllHandlers } from "../../http/operation.ts"
import type { Tasks } from "../../tasks/index.ts"
import { energyhubHandlers, laadpleinHandlers } from "./hub.ts"
import { energyhubOperations, laadpleinOperations } from "./hubRoutes.ts"
import { createProduction } from "./production.ts"
import { standardProfileHandlers, standardProfileOperations } from "./standardRoutes.ts"
import { createProfileStore } from "./store.ts"
import { studioHandlers } from "./studio.ts"
import { studioOperations } from "./studioRoutes.ts"

interface ProfileHandlersOptions {
  database: Database
  tasks: Tasks
  /** Base of a PVGIS server's API; absent: the built-in model makes the production of solar layers. */
  pvgisUrl?: string | undefined
  log: Log
}

/** Operations on profiles of all kinds, by kind. */
export const profileOperations = {
  studioProfiles: studioOperations,
  energyhubProfiles: energyhubOperations,
  laadpleinProfiles: laadpleinOperations,
  standardProfiles: standardProfileOperations,
}

export const profileHandlers = ({
  database,
  tasks,
  pvgisUrl,
  log,
}: ProfileHandlersOptions): AllHandlers<typeof profileOperations> => {
  const options = {
    store: createProfileStore(database),
    provider: createProduction(pvgisUrl, log),
    readMeter: tasks.readMeter,
  }
  return {
    studioProfiles: studioHandlers(options),
    energyhubProfiles: energyhubHandlers(options),
    laadpleinProfiles: laadpleinHandlers(options),
    standardProfiles: standardProfileHandlers,
  }
}
