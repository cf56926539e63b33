import { apiKeyOperations } from "./credentials/apiKeyRoutes.ts"
import { authOperations } from "./credentials/authRoutes.ts"
import { systemOperations } from "./http/systemRoutes.ts"
import { accessLogOperations } from "./v1/access-log/routes.ts"
import { batteryOperations } from "./v1/batteries/routes.ts"
import { eventOperations } from "./v1/events/routes.ts"
import { memberOperations } from "./v1/members/routes.ts"
import { operationsOperations } from "./v1/operations/routes.ts"
import { organizationOperations } from "./v1/organizations/routes.ts"
import { aerialOperations } from "./v1/places/aerial.ts"
import { placeOperations } from "./v1/places/routes.ts"
import { priceListOperations } from "./v1/price-list/routes.ts"
import { priceSeriesOperations } from "./v1/price-series/routes.ts"
import { profileOperations } from "./v1/profiles/routes.ts"
import { scanOperations } from "./v1/scans/routes.ts"
import { siteOperations } from "./v1/sites/routes.ts"
import { tariffOperations } from "./v1/tariffs/routes.ts"
import { usageOperations } from "./v1/usage/routes.ts"
import { webhookOperations } from "./v1/webhooks/routes.ts"

/** Every operation of interface v1, by resource, for the service, the document and the client. */
export const operations = {
  scans: scanOperations,
  sites: siteOperations,
  events: eventOperations,
  auth: authOperations,
  apiKeys: apiKeyOperations,
  members: memberOperations,
  organizations: organizationOperations,
  usage: usageOperations,
  ...profileOperations,
  tariffs: tariffOperations,
  priceList: priceListOperations,
  priceSeries: priceSeriesOperations,
  places: { ...placeOperations, ...aerialOperations },
  batteries: batteryOperations,
  webhooks: webhookOperations,
  system: systemOperations,
  operations: operationsOperations,
  accessLog: accessLogOperations,
}
