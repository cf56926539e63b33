import type { Bus } from "../infra/bus/bus.ts"
import type { Config } from "../infra/config.ts"
import type { AskReadiness } from "../infra/health/readiness.ts"
import type { Log } from "../infra/log.ts"
import type { Database } from "../store/database.ts"
import { apiKeyHandlers } from "./credentials/apiKeyRoutes.ts"
import { createApiKeyService } from "./credentials/apiKeys.ts"
import { authHandlers } from "./credentials/authRoutes.ts"
import type { Credentials } from "./credentials/credentials.ts"
import type { AllHandlers } from "./http/operation.ts"
import type { Storage } from "./http/storage.ts"
import { systemHandlers } from "./http/systemRoutes.ts"
import type { operations } from "./operations.ts"
import { accessLogHandlers } from "./v1/access-log/service.ts"
import { batteryHandlers } from "./v1/batteries/routes.ts"
import type { EventFeed } from "./v1/events/feed.ts"
import { eventHandlers } from "./v1/events/routes.ts"
import { memberHandlers } from "./v1/members/service.ts"
import { operationsHandlers } from "./v1/operations/service.ts"
import { organizationHandlers } from "./v1/organizations/service.ts"
import { aerialHandlers } from "./v1/places/aerial.ts"
import { placeHandlers } from "./v1/places/routes.ts"
import { priceListHandlers } from "./v1/price-list/service.ts"
import { priceSeriesHandlers } from "./v1/price-series/service.ts"
import { profileHandlers } from "./v1/profiles/routes.ts"
import type { ScanContext } from "./v1/scans/context.ts"
import { scanHandlers } from "./v1/scans/routes.ts"
import { siteHandlers } from "./v1/sites/service.ts"
import { tariffHandlers } from "./v1/tariffs/routes.ts"
import type { Meter } from "./v1/usage/meter.ts"
import { usageHandlers } from "./v1/usage/routes.ts"
import { createDeliveryService } from "./v1/webhooks/deliveries.ts"
import { createEndpointService } from "./v1/webhooks/endpoints.ts"
import { webhookHandlers } from "./v1/webhooks/routes.ts"

interface Parts {
  config: Config
  database: Database
  bus: Bus
  credentials: Credentials
  meter: Meter
  storage: Storage
  log: Log
  readiness: AskReadiness
  scanContext: ScanContext
  events: EventFeed
}

/** Handlers of the operations of interface v1. */
export const createHandlers = ({
  config,
  database,
  bus,
  credentials,
  meter,
  storage,
  scanContext,
  events,
  readiness,
  log,
}: Parts): AllHandlers<typeof operations> => {
  const { queries } = database
  const endpoints = createEndpointService(database, { allowPrivate: config.webhookAllowPrivate })
  return {
    scans: scanHandlers(scanContext),
    sites: siteHandlers(queries, scanContext),
    events: eventHandlers(events),
    auth: authHandlers(credentials),
    apiKeys: apiKeyHandlers(createApiKeyService(queries, credentials.keys)),
    members: memberHandlers(queries),
    organizations: organizationHandlers(queries, config.publicUrl),
    usage: usageHandlers({ meter, storage, admission: scanContext.admission }),
    ...profileHandlers({ database, tasks: scanContext.tasks, pvgisUrl: config.pvgisUrl, log }),
    tariffs: tariffHandlers(database, config.priceYear),
    priceList: priceListHandlers(scanContext),
    priceSeries: priceSeriesHandlers(queries),
    places: { ...placeHandlers, ...aerialHandlers(config.aerialTiles, log) },
    batteries: batteryHandlers(queries),
    webhooks: webhookHandlers(endpoints, createDeliveryService(database, bus)),
    system: systemHandlers(readiness),
    operations: operationsHandlers(queries, bus),
    accessLog: accessLogHandlers(queries),
  }
}
