import { openBus } from "../infra/bus/open.ts"
import { type Config, InvalidConfig } from "../infra/config.ts"
import { startHealthListener, startMetricsListener } from "../infra/health/listener.ts"
import { workerReadiness } from "../infra/health/readiness.ts"
import { createLog } from "../infra/log.ts"
import { createMetrics } from "../infra/metrics.ts"
import { type Running, runProcess } from "../infra/process.ts"
import { openTracing } from "../infra/tracing/open.ts"
import { startThreads, startWorker, type WorkerService } from "./index.ts"

const start = async (config: Config): Promise<Running> => {
  if (!config.natsUrl) throw new InvalidConfig("NATS_URL", "must be set: a worker takes its scans from NATS")
  const log = createLog("worker", config.logLevel)
  const metrics = createMetrics()
  const tracing = await openTracing(process.env, "solar-scan-worker", log)
  const bus = await openBus(config, log, metrics)
  let worker: WorkerService | undefined
  const isReady = () => worker?.isReady() ?? false
  const health = startHealthListener(config, metrics, workerReadiness(bus, isReady), log)
  const measurements = startMetricsListener(config, metrics, log)
  const { workerThreads: threads, sizingTolerance, solveBudgetMs: budgetMs, memoryProfile } = config
  const pool = await startThreads({ threads, sizingTolerance, budgetMs, collects: memoryProfile === "lean", log })
  const started = await startWorker({ bus, pool, threads, log, metrics, tracing })
  worker = started
  console.log(
    `Solar Scan worker solves on ${config.workerThreads} threads${health ? `, health on ${health.address}` : ""}${measurements ? `, measurements on ${measurements.address}/metrics` : ""}`,
  )
  return {
    async stop() {
      await started.stop()
      await health?.stop()
      await measurements?.stop()
      await bus.close()
      await tracing.close()
    },
  }
}

/** Runs a worker process of a cluster. */
export const run = (): Promise<void> => runProcess(start)
