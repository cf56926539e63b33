import type { Log } from "../../../infra/log.ts"
import type { Database } from "../../../store/database.ts"
import type { AllHandlers } from "../../http/operation.ts"
import type { Tasks } from "../../tasks/index.ts"
import { createHubService } from "./hub.ts"
import { energyhubHandlers, energyhubOperations, laadpleinHandlers, laadpleinOperations } from "./hubRoutes.ts"
import { createProduction } from "./production.ts"
import { createProfileService } from "./profiles.ts"
import { standardProfileHandlers, standardProfileOperations } from "./standardRoutes.ts"
import { createProfileStore } from "./store.ts"
import { createStudioService } from "./studio.ts"
import { studioHandlers, studioOperations } from "./studioRoutes.ts"

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
  const store = createProfileStore(database)
  const options = { store, provider: createProduction(pvgisUrl, log), readMeter: tasks.readMeter }
  const profiles = createProfileService(store)
  const hubs = createHubService(options)
  return {
    studioProfiles: studioHandlers(profiles, createStudioService(options)),
    energyhubProfiles: energyhubHandlers(profiles, hubs),
    laadpleinProfiles: laadpleinHandlers(profiles, hubs),
    standardProfiles: standardProfileHandlers,
  }
}
