import { join } from "node:path"
import { createDeliveryService, type Reader } from "../../api/v1/webhooks/deliveries.ts"
import { createEndpointService, type Manager } from "../../api/v1/webhooks/endpoints.ts"
import type { NewEndpoint } from "../../api/v1/webhooks/schemas.ts"
import { startWebhookSender, type WebhookSender } from "../../dispatcher/webhooks/index.ts"
import type { ScanStatus } from "../../domain/organization/events/states.ts"
import { encodeMessage, type ScanProgress, TOPICS } from "../../domain/report/messages.ts"
import type { Bus } from "../../infra/bus/bus.ts"
import { createMemoryBus } from "../../infra/bus/memory.ts"
import { newId } from "../../infra/ids.ts"
import { createLog } from "../../infra/log.ts"
import { createMetrics } from "../../infra/metrics.ts"
import { createOutbound, type Outbound } from "../../infra/outbound/client.ts"
import { type Database, openEmbeddedDatabase } from "../../store/database.ts"
import { insertScans } from "../../store/scans/change.ts"
import { moveScan } from "../../store/scans/move.ts"
import { type Mode, organizations } from "../../store/tables.ts"
import { transaction } from "../../store/transaction.ts"
import { folderOfFile } from "./folders.ts"
import { SCAN_INPUT } from "./scans.ts"

/** Webhooks without solver and HTTP: the database, the bus, the management services and any number of senders. */
export interface WebhookHarness {
  database: Database
  bus: Bus
  /** A new organization, so that tests do not see each other's endpoints. */
  newOrganization(): Promise<Reader>
  register(manager: Manager, endpoint: Partial<NewEndpoint> & { url: string }): Promise<{ id: string; secret: string }>
  endpoints: ReturnType<typeof createEndpointService>
  deliveries: ReturnType<typeof createDeliveryService>
  /** Accepts a scan as the API does; returns its id. */
  acceptScan(manager: Manager, mode?: Mode): Promise<string>
  /** Moves a scan as the dispatcher does. */
  move(scanId: string, to: ScanStatus): Promise<void>
  startSender(options?: { outbound?: Outbound; now?: () => Date }): Promise<WebhookSender>
  close(): Promise<void>
}

const ALL_EVENTS = ["scan.pending", "scan.processing", "scan.completed", "scan.failed"] as const

export const openHarness = async (database: Database): Promise<WebhookHarness> => {
  const bus = createMemoryBus()
  const endpoints = createEndpointService(database, { allowPrivate: true })
  const { queries } = database
  const tellProgress = (scanId: string, status: ScanStatus) => {
    const progress: ScanProgress = { scanId, status, progression: status === "completed" ? 100 : 0 }
    bus.broadcast(TOPICS.progress, encodeMessage(progress))
  }
  return {
    database,
    bus,
    endpoints,
    deliveries: createDeliveryService(database, bus),
    async newOrganization() {
      const organizationId = newId()
      await queries.insert(organizations).values({ id: organizationId, displayName: "Test" })
      return { organizationId, mode: "live", language: "en" }
    },
    register: (manager, endpoint) => endpoints.create(manager, { events: [...ALL_EVENTS], ...endpoint }),
    async acceptScan({ organizationId }, mode = "live") {
      const createdAt = new Date()
      const scan = { id: newId(), runId: newId(), organizationId, mode, status: "pending" as const, createdAt }
      await transaction(queries, tx => insertScans(tx, [{ ...scan, input: SCAN_INPUT, goal: SCAN_INPUT.goal }]))
      bus.broadcast(TOPICS.accepted, new Uint8Array())
      return scan.id
    },
    async move(scanId, to) {
      const reason = to === "error" ? { error: "no sun" } : {}
      await moveScan(queries, { id: scanId, attempt: 0 }, to, reason)
      tellProgress(scanId, to)
    },
    startSender({ outbound = createOutbound({ allowPrivate: true, keepsConnections: true }), now } = {}) {
      const log = createLog("test", "fatal")
      return startWebhookSender({
        database,
        bus,
        outbound,
        log,
        metrics: createMetrics(),
        ...(now ? { now } : {}),
      })
    },
    async close() {
      await bus.close()
      await database.close()
    },
  }
}

/** An empty embedded database in a temporary folder. */
export const openThrowAway = async (): Promise<Database> =>
  openEmbeddedDatabase(join(await folderOfFile("webhooks"), "database"))
