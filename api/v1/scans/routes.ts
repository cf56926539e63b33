import type { Handlers } from "../../http/operation.ts"
import { batchHandlers, batchOperations, bulkHandlers, bulkOperations } from "./bulkRoutes.ts"
import type { ScanContext } from "./context.ts"
import { createHandlers, createOperations } from "./createRoutes.ts"
import { customerHandlers, customerOperations } from "./customerRoutes.ts"
import { eraseHandlers, eraseOperations } from "./eraseRoutes.ts"
import { exportHandlers, exportOperations } from "./exportRoutes.ts"
import { listHandlers, listOperations } from "./listRoutes.ts"
import { offerPhotoHandlers, offerPhotoOperations } from "./offerPhotos.ts"
import { offerHandlers, offerOperations } from "./offerRoutes.ts"
import { readHandlers, readOperations } from "./readRoutes.ts"
import { shareHandlers, shareOperations } from "./shareRoutes.ts"

/** The operations of document 1 on scans, with the additions of the contract. */
export const scanOperations = {
  ...createOperations,
  ...bulkOperations,
  ...batchOperations,
  ...listOperations,
  ...exportOperations,
  ...readOperations,
  ...shareOperations,
  ...offerOperations,
  ...offerPhotoOperations,
  ...customerOperations,
  ...eraseOperations,
}

export const scanHandlers = (context: ScanContext): Handlers<typeof scanOperations> => ({
  ...createHandlers(context),
  ...bulkHandlers(context),
  ...batchHandlers(context),
  ...listHandlers(context),
  ...exportHandlers(context),
  ...readHandlers(context),
  ...shareHandlers(context),
  ...offerHandlers(context),
  ...offerPhotoHandlers(context),
  ...customerHandlers(context),
  ...eraseHandlers(context),
})
