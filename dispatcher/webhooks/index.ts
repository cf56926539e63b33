import { isEnded } from "../../domain/organization/events/states.ts"
import { decodeBroadcast, type ScanProgress, TOPICS } from "../../domain/report/messages.ts"
import type { Log } from "../../infra/log.ts"
import type { Database } from "../../store/database.ts"
import { endAbandoned, sweepLogs } from "../../store/webhooks/claims.ts"
import { releaseDue } from "../../store/webhooks/retries.ts"
import { createSenderRounds, type SenderOptions } from "./rounds.ts"

/** Interval of searches in the database for changes without a message. */
const WAKE_INTERVAL_MS = 1_000
const ABANDONED_INTERVAL_MS = 10_000
const LOG_SWEEP_INTERVAL_MS = 60 * 60 * 1000

export interface WebhookSender {
  /** Stops sending, gives running deliveries a moment to end, logs and resolves. */
  stop(): Promise<void>
}

/**
 * Sends each event to every subscribed endpoint, once unless the endpoint has retries. The delivery's row is claimed
 * before the request leaves. A claim of a dead sender is ended as a failure. Any number of processes may run it on one
 * PostgreSQL.
 */
export const startWebhookSender = async (options: SenderOptions): Promise<WebhookSender> => {
  const { database, bus, log, now = () => new Date() } = options
  await endAbandoned(database.queries, database.engine === "embedded" ? "all" : "old", now())
  await sweepOldLogs(database, log, now())

  const rounds = createSenderRounds(options)
  const unsubscribes = [
    bus.subscribe(TOPICS.accepted, rounds.wake),
    bus.subscribe(TOPICS.webhooks, rounds.wake),
    bus.subscribe(TOPICS.progress, frame => {
      const progress = decodeBroadcast<ScanProgress>(frame)
      if (!progress || entersState(progress)) rounds.wake()
    }),
  ]
  const warn = (error: unknown) => log.warn({ err: error }, "webhook deliveries were not swept; trying again")
  const timers = [
    setInterval(() => {
      releaseDue(database.queries, now()).catch(warn).finally(rounds.wake)
    }, WAKE_INTERVAL_MS),
    setInterval(() => endAbandoned(database.queries, "old", now()).catch(warn), ABANDONED_INTERVAL_MS),
    setInterval(() => sweepOldLogs(database, log, now()).catch(warn), LOG_SWEEP_INTERVAL_MS),
  ]
  rounds.wake()
  return {
    async stop() {
      for (const timer of timers) clearInterval(timer)
      for (const unsubscribe of unsubscribes) unsubscribe()
      await rounds.stop()
    },
  }
}

/** Only state changes have events; other messages are progress. */
const entersState = ({ status, progression }: ScanProgress): boolean => progression === 0 || isEnded(status)

const sweepOldLogs = async (database: Database, log: Log, now: Date): Promise<void> => {
  const swept = await sweepLogs(database.queries, now)
  if (swept > 0) log.info({ swept }, "old webhook logs deleted")
}
