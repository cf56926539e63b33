import { Elysia } from "elysia"
import type { Log } from "../../../infra/log.ts"
import type { Database } from "../../../store/database.ts"
import type { Authenticate } from "../../credentials/authenticate.ts"
import type { Once } from "../../http/once.ts"
import { createHubService } from "./hub.ts"
import { energyhubRoutes, laadpleinRoutes } from "./hubRoutes.ts"
import { createReadMeter } from "./meterFiles.ts"
import { createProduction } from "./production.ts"
import { createProfileService } from "./profiles.ts"
import { standardProfileRoutes } from "./standardRoutes.ts"
import { createProfileStore } from "./store.ts"
import { createStudioService } from "./studio.ts"
import { studioRoutes } from "./studioRoutes.ts"

interface ProfileRoutesOptions {
  database: Database
  authenticate: Authenticate
  once: Once
  /** Base of a PVGIS server's API; absent: the built-in model makes the production of solar layers. */
  pvgisUrl?: string
  log: Log
}

/** All paths of profiles: studio, energyhub and laadplein ones, and the standard profiles. */
export const profileRoutes = ({ database, authenticate, once, pvgisUrl, log }: ProfileRoutesOptions) => {
  const door = { authenticate, once }
  const store = createProfileStore(database)
  const options = { store, provider: createProduction(pvgisUrl, log), readMeter: createReadMeter() }
  const profiles = createProfileService(store)
  const hubs = createHubService(options)
  return new Elysia({ name: "profiles", normalize: false })
    .use(studioRoutes(profiles, createStudioService(options), door))
    .use(energyhubRoutes(profiles, hubs, door))
    .use(laadpleinRoutes(profiles, hubs, door))
    .use(standardProfileRoutes(authenticate))
}
